CREATE TABLE _meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE projects (
      id TEXT PRIMARY KEY, store TEXT NOT NULL UNIQUE, name TEXT NOT NULL, plan TEXT NOT NULL,
      public_key TEXT NOT NULL UNIQUE, allowed_origins TEXT NOT NULL, settings TEXT NOT NULL,
      version INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE project_keys (
      id TEXT PRIMARY KEY, store TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      created_at TEXT NOT NULL, last_used_at TEXT, expires_at TEXT, token_id TEXT);
CREATE TABLE personal_tokens (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      created_at TEXT NOT NULL, last_used_at TEXT, expires_at TEXT, projects TEXT, role TEXT, lineage TEXT NOT NULL DEFAULT '');
CREATE TABLE members (
      store TEXT NOT NULL, account_id TEXT NOT NULL, role TEXT NOT NULL, created_at TEXT NOT NULL,
      PRIMARY KEY (store, account_id));
CREATE TABLE invites (
      id TEXT PRIMARY KEY, store TEXT NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, UNIQUE (store, email));
CREATE TABLE setup (id INTEGER PRIMARY KEY, completed_at TEXT, sample_at TEXT);
CREATE TABLE setup_links (hash TEXT PRIMARY KEY, created_at TEXT NOT NULL);
CREATE TABLE master_key_canary (id INTEGER PRIMARY KEY, sealed TEXT NOT NULL);
CREATE TABLE audit (
      id TEXT PRIMARY KEY, store TEXT, project_id TEXT, actor_kind TEXT NOT NULL, actor_id TEXT,
      actor_email TEXT, action TEXT NOT NULL, target TEXT NOT NULL, details TEXT NOT NULL,
      ip TEXT, request_id TEXT, created_at TEXT NOT NULL);
CREATE TABLE change_counter (id INTEGER PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE change_feed (subject TEXT PRIMARY KEY, version INTEGER NOT NULL, changed_at TEXT NOT NULL);
CREATE TABLE _jobs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL,
      run_at INTEGER NOT NULL, attempts INTEGER NOT NULL, lease_until INTEGER NOT NULL, lease_owner TEXT,
      error TEXT, created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE store_work (store TEXT PRIMARY KEY, noted_at INTEGER NOT NULL, due_at INTEGER NOT NULL DEFAULT 0, note_id TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE limit_keys (limit_key TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE limit_hits (id TEXT PRIMARY KEY, limit_key TEXT NOT NULL, hit_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE mail_templates (store TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
      body_text TEXT NOT NULL, button TEXT NOT NULL, html TEXT, updated_at TEXT NOT NULL,
      PRIMARY KEY (store, kind)) WITHOUT ROWID;
CREATE TABLE webhook_work (store TEXT PRIMARY KEY, noted_at INTEGER NOT NULL, due_at INTEGER NOT NULL DEFAULT 0, note_id TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE app_domains (domain TEXT PRIMARY KEY, store TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE prices (kind TEXT PRIMARY KEY, amount INTEGER NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _users (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, email_verified INTEGER NOT NULL,
      password_hash TEXT, name TEXT, avatar_url TEXT, role TEXT, metadata TEXT NOT NULL,
      disabled INTEGER NOT NULL, is_pending INTEGER NOT NULL, epoch INTEGER NOT NULL,
      totp_secret TEXT, totp_enabled INTEGER NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, last_sign_in_at TEXT) WITHOUT ROWID;
CREATE TABLE _identities (provider TEXT NOT NULL, issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      email TEXT, created_at TEXT NOT NULL, PRIMARY KEY (provider, issuer, subject)) WITHOUT ROWID;
CREATE TABLE _sessions (id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      seed TEXT NOT NULL, counter INTEGER NOT NULL, access_until_ms INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL,
      ip TEXT, user_agent TEXT, created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _auth_tokens (user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE, kind TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL, redirect_to TEXT, expires_at_ms INTEGER NOT NULL,
      created_at TEXT NOT NULL, PRIMARY KEY (user_id, kind)) WITHOUT ROWID;
CREATE TABLE _auth_mails (job_id TEXT PRIMARY KEY, sent_at_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _recovery_codes (user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE, hash TEXT NOT NULL,
      PRIMARY KEY (user_id, hash)) WITHOUT ROWID;
CREATE TABLE _totp_steps (user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE, step INTEGER NOT NULL,
      PRIMARY KEY (user_id, step)) WITHOUT ROWID;
CREATE TABLE _mfa_challenges (hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      epoch INTEGER NOT NULL, tries INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _oauth_states (hash TEXT PRIMARY KEY, expires_at_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE former_stores (former TEXT PRIMARY KEY, store TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE backups (id TEXT PRIMARY KEY, store TEXT NOT NULL, state TEXT NOT NULL, trigger_kind TEXT NOT NULL,
      kept_in TEXT NOT NULL, file TEXT, slot TEXT, excluded TEXT NOT NULL, created_at TEXT NOT NULL, size_bytes INTEGER,
      sha256 TEXT, verified_at TEXT, error TEXT, lease_until_ms INTEGER NOT NULL, attempts INTEGER NOT NULL, UNIQUE (store, slot)) WITHOUT ROWID;
CREATE TABLE restores (id TEXT PRIMARY KEY, store TEXT NOT NULL, target TEXT NOT NULL, state TEXT NOT NULL,
      record TEXT NOT NULL, created_at TEXT NOT NULL, lease_until_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE blob_holds (id TEXT PRIMARY KEY, store TEXT NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE backup_schedule (id INTEGER PRIMARY KEY, last_slot TEXT NOT NULL);
CREATE TABLE project_metrics (store TEXT NOT NULL, slot_ms INTEGER NOT NULL, node TEXT NOT NULL,
      requests INTEGER NOT NULL, errors INTEGER NOT NULL, runs INTEGER NOT NULL, runs_failed INTEGER NOT NULL,
      deliveries INTEGER NOT NULL, deliveries_failed INTEGER NOT NULL, storage_bytes INTEGER NOT NULL,
      latencies TEXT NOT NULL, PRIMARY KEY (store, slot_ms, node)) WITHOUT ROWID;
CREATE TABLE _pending_sign_ups (id TEXT PRIMARY KEY, email TEXT NOT NULL, password_hash TEXT NOT NULL,
      name TEXT, metadata TEXT NOT NULL, proof_hash TEXT NOT NULL, token_hash TEXT UNIQUE, redirect_to TEXT,
      expires_at_ms INTEGER NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE app_domain_claims (store TEXT NOT NULL, domain TEXT NOT NULL, claimed_at_ms INTEGER NOT NULL,
      PRIMARY KEY (store, domain)) WITHOUT ROWID;
CREATE TABLE mailbox (id TEXT PRIMARY KEY, store TEXT NOT NULL, recipient TEXT NOT NULL, sender TEXT NOT NULL,
      reply_to TEXT, subject TEXT NOT NULL, sealed TEXT NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE live_processes (id TEXT PRIMARY KEY, seen_at_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE scrub (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, lease_until_ms INTEGER NOT NULL, place TEXT NOT NULL, finished_at_ms INTEGER NOT NULL);
CREATE TABLE damaged_blobs (store TEXT NOT NULL, blob_id TEXT NOT NULL, damage TEXT NOT NULL, found_at TEXT NOT NULL,
      PRIMARY KEY (store, blob_id)) WITHOUT ROWID;
INSERT INTO "_meta" ("name", "value") VALUES ('migration', 15);
INSERT INTO "_meta" ("name", "value") VALUES ('readable_from', 15);
INSERT INTO "projects" ("id", "store", "name", "plan", "public_key", "allowed_origins", "settings", "version", "created_at", "updated_at") VALUES ('empty', 'p_01a21ccbaf57700186bf0409a770c4d6', 'Empty', 'free', 'pk_bjmCzo2cGg0VKE2rcsdRFn_B3hT1c88z', '[]', '{}', 2, '2026-11-27T11:37:20.471Z', '2026-11-27T11:37:20.474Z');
INSERT INTO "projects" ("id", "store", "name", "plan", "public_key", "allowed_origins", "settings", "version", "created_at", "updated_at") VALUES ('shop', 'p_01a21ccb9f677000880115d2c9621930', 'Shop', 'pro', 'pk_HFEibIVd34usN2_LHmMkpTz6wPUvbvqd', '["https://app.example.com"]', '{"inbox":{"captcha":{"provider":"turnstile","secret":"ARN90EAJ8tsNL4kGPfBeRN4pE5x4TnvcLvnrWg-TqIMGq2uoyPIACNIw6w","verify_url":null},"notify_email_confirmed":false},"auth":{"password_min_length":11,"providers":{"google":{"client_id":"id","client_secret":"AdXuGkeSjfB-iD9xI84OdDunLU7SK6OJFMWW7ZNn-Zl2XhkWMUzBF0wRL-A"}}},"storage":{},"app":{},"limits":{},"payments":{}}', 5, '2026-11-27T11:37:16.391Z', '2026-11-27T11:37:20.456Z');
INSERT INTO "project_keys" ("id", "store", "hash", "name", "created_at", "last_used_at", "expires_at", "token_id") VALUES ('01a21ccb-9f6f-7000-8700-93905b804e76', 'p_01a21ccb9f677000880115d2c9621930', '480574187ab22ad3c0c3d1b1d8a4c0a94fd866a81a3a2d2387a3e8423b7e5f3e', 'test', '2026-11-27T11:37:16.399Z', '2026-11-27T11:37:20.627Z', NULL, NULL);
INSERT INTO "project_keys" ("id", "store", "hash", "name", "created_at", "last_used_at", "expires_at", "token_id") VALUES ('01a21ccb-af5a-7000-829b-2add05fb9b03', 'p_01a21ccbaf57700186bf0409a770c4d6', '5ac1e2b5a7166bd7fac9dabd763fc991a34b58859ee103132cca82dbcddc977b', 'test', '2026-11-27T11:37:20.474Z', '2026-11-27T11:37:20.632Z', NULL, NULL);
INSERT INTO "personal_tokens" ("id", "account_id", "hash", "name", "created_at", "last_used_at", "expires_at", "projects", "role", "lineage") VALUES ('01a21ccb-9f59-7000-8c17-5916ac46ea9d', '01a21ccb-9d90-7000-b1d6-b09322822f48', '81b94f0c59562153a5dfc48ffb11f4bc975134e0de808fed76912f09162e964d', 'recorded', '2026-11-27T11:37:16.377Z', NULL, NULL, NULL, NULL, '');
INSERT INTO "setup" ("id", "completed_at", "sample_at") VALUES (1, '2026-11-27T11:37:16.338Z', NULL);
INSERT INTO "master_key_canary" ("id", "sealed") VALUES (1, 'AX69X67zOjI8CDGfNmtQT7yToRhemmtCX_eXUAb63-DixCnpHbm2ZpLMAuDlWJhuQUThE5lQzv9sWPhX9sXKNSs6abOFbNjB8eU3CpNaGQ');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-9f34-7000-8cb6-b96d6fee19bd', NULL, NULL, 'account', '01a21ccb-9d90-7000-b1d6-b09322822f48', 'owner@example.com', 'account.setup', '01a21ccb-9d90-7000-b1d6-b09322822f48', '{"email":"owner@example.com"}', '127.0.0.1', '01a21ccb-9d69-7000-9e57-2fd5ed86fa7d', '2026-11-27T11:37:16.340Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-9f5a-7000-af6b-43077b3ddf17', NULL, NULL, 'account', '01a21ccb-9d90-7000-b1d6-b09322822f48', 'owner@example.com', 'token.create', '01a21ccb-9f59-7000-8c17-5916ac46ea9d', '{"name":"recorded","expires_at":null,"projects":null,"role":null}', '127.0.0.1', '01a21ccb-9f4b-7000-9544-3c46002183ac', '2026-11-27T11:37:16.378Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-9f68-7000-b524-e6526753d540', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'project.create', 'shop', '{"name":"Shop"}', '127.0.0.1', '01a21ccb-9f66-7000-ae2b-cbca78d9979a', '2026-11-27T11:37:16.392Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-9f70-7000-bcc4-30740cbc27a5', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'key.create', '01a21ccb-9f6f-7000-8700-93905b804e76', '{"name":"test","expires_at":null}', '127.0.0.1', '01a21ccb-9f6d-7000-9f68-f0666228be41', '2026-11-27T11:37:16.400Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a03b-7000-8903-6f7c279a4b81', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'table.create', 'teams', '{"name":"teams","columns":[{"name":"name","type":"text","required":true,"unique":true},{"name":"logo","type":"file"},{"name":"parent","type":"reference","table":"teams"},{"name":"size","type":"integer"},{"name":"score","type":"number"},{"name":"open","type":"boolean","default":true},{"name":"since","type":"date"},{"name":"seen","type":"timestamp"},{"name":"extra","type":"json"},{"name":"note","type":"text","hidden":true}],"indexes":[{"columns":["name","size"]}],"rules":{"read":{"level":"authenticated","where":"open:is:true"},"create":"private"}}', '127.0.0.1', '01a21ccb-9fbd-7000-ac94-33adf2458733', '2026-11-27T11:37:16.603Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a047-7000-9f74-3bad74a9a489', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'table.create', 'people', '{"name":"people","columns":[{"name":"team","type":"reference","table":"teams","on_delete":"cascade"}]}', '127.0.0.1', '01a21ccb-a041-7000-8cf6-a77de42e6398', '2026-11-27T11:37:16.615Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a0da-7000-9323-442b4e1f083d', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'table.update', 'teams', '{"add_columns":[{"name":"lead","type":"reference","table":"people","on_delete":"set_null"}]}', '127.0.0.1', '01a21ccb-a0af-7000-986d-7d5e3c7a27d0', '2026-11-27T11:37:16.762Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a1c3-7000-9b52-fa11253fbea1', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'project.update', 'shop', '{"allowed_origins":["https://app.example.com"]}', '127.0.0.1', '01a21ccb-a1c2-7000-aeba-9ee8b64733d3', '2026-11-27T11:37:16.995Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a2d9-7000-95c5-60cc15188e63', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'secret.set', 'TOKEN', '{}', '127.0.0.1', '01a21ccb-a2c1-7000-8b06-a90f861ad07f', '2026-11-27T11:37:17.273Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a537-7000-a309-71c5a0a9ab54', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'user', '01a21ccb-a124-7000-beea-f499bf757d34', 'user-3354-1@example.com', 'user.second_factor_on', '01a21ccb-a124-7000-beea-f499bf757d34', '{}', '127.0.0.1', '01a21ccb-a2a4-7000-bf4b-5f9c3da4c1f5', '2026-11-27T11:37:17.879Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a798-7000-9945-b59809f41cb4', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'function.deploy', 'greet', '{"version":1,"changed":["trigger","source"]}', '127.0.0.1', '01a21ccb-a2ef-7000-9683-556da60b4ac5', '2026-11-27T11:37:18.488Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-a8bd-7000-a09f-f1d1ec36d5a6', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'function.deploy', 'greet', '{"version":2,"changed":["trigger","source"]}', '127.0.0.1', '01a21ccb-a7a1-7000-98ca-d42f88cf3b42', '2026-11-27T11:37:18.781Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-aa2f-7000-b34c-03ecb173c82d', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'function.deploy', 'nightly', '{"version":1,"changed":["trigger","source","schedule"]}', '127.0.0.1', '01a21ccb-a8c4-7000-a182-5373b27f2560', '2026-11-27T11:37:19.151Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-aa7e-7000-af5b-e4ddf45d9705', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'webhook.create', '01a21ccb-aa3f-7000-871a-3d2bf9eaaf8a', '{"table":"people","events":["insert"],"url":"https://example.com/hook"}', '127.0.0.1', '01a21ccb-aa3e-7000-9c88-a7a80fa8a84a', '2026-11-27T11:37:19.230Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-ae15-7000-ada3-a80c8b41d682', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'deployment.create', '01a21ccb-ae10-7000-bf4e-4ca5bd65d0aa', '{"number":1}', '127.0.0.1', '01a21ccb-aabb-7000-88df-2e23e5a83e26', '2026-11-27T11:37:20.149Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af3c-7000-af47-1cf1d8ec8b20', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'deployment.create', '01a21ccb-af1f-7000-911d-480613466c0a', '{"number":2}', '127.0.0.1', '01a21ccb-ae1d-7000-b2ef-9dc1b373dd5b', '2026-11-27T11:37:20.444Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af44-7000-8d11-cc9d8bfc6190', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'settings.update', 'shop', '{"changed":["auth.password_min_length","auth.providers","inbox.captcha"]}', '127.0.0.1', '01a21ccb-af40-7000-8eb7-ab4b0f2f9503', '2026-11-27T11:37:20.452Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af48-7000-a0c7-3ba9bba21b4f', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'project.plan', 'shop', '{"plan":"pro"}', '127.0.0.1', '01a21ccb-af47-7000-adf4-aa62a4bd0a15', '2026-11-27T11:37:20.456Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af4d-7000-8e8d-9f99368c820f', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'integration.connect', 'ai', '{"provider":"anthropic","changed":["provider","api_key","model"]}', '127.0.0.1', '01a21ccb-af4b-7000-bdea-2d0c98f68ca0', '2026-11-27T11:37:20.461Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af53-7000-aa20-a175c7b66fb2', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'table.create', 'payments', '{"name":"payments","columns":[{"name":"provider","type":"text","required":true},{"name":"type","type":"text","required":true,"enum":["one_time","subscription","refund"]},{"name":"status","type":"text","required":true,"enum":["succeeded","pending","failed","refunded","partially_refunded"],"indexed":true},{"name":"amount","type":"integer","required":true},{"name":"amount_refunded","type":"integer","required":true},{"name":"currency","type":"text"},{"name":"user_id","type":"text","indexed":true},{"name":"customer_email","type":"text"},{"name":"provider_payment_id","type":"text","required":true,"unique":true},{"name":"provider_session_id","type":"text","indexed":true},{"name":"subscription_id","type":"text","indexed":true},{"name":"product_id","type":"text"},{"name":"price_id","type":"text"},{"name":"quantity","type":"integer"},{"name":"description","type":"text"},{"name":"livemode","type":"boolean","required":true},{"name":"metadata","type":"json","required":true},{"name":"paid_at","type":"timestamp"}]}', '127.0.0.1', '01a21ccb-af4f-7000-8ec1-4e67580c86e4', '2026-11-27T11:37:20.467Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af56-7000-bdd3-10f40b6ddc94', 'p_01a21ccb9f677000880115d2c9621930', 'shop', 'admin', NULL, NULL, 'integration.connect', 'payments', '{"provider":"stripe","changed":["provider","secret_key","webhook_secret"]}', '127.0.0.1', '01a21ccb-af4f-7000-8ec1-4e67580c86e4', '2026-11-27T11:37:20.470Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af57-7002-b764-3251d2f8a86b', 'p_01a21ccbaf57700186bf0409a770c4d6', 'empty', 'admin', NULL, NULL, 'project.create', 'empty', '{"name":"Empty"}', '127.0.0.1', '01a21ccb-af57-7000-b12d-cd063ffa4397', '2026-11-27T11:37:20.471Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af5a-7001-b0ad-b736eba9ac5b', 'p_01a21ccbaf57700186bf0409a770c4d6', 'empty', 'admin', NULL, NULL, 'key.create', '01a21ccb-af5a-7000-829b-2add05fb9b03', '{"name":"test","expires_at":null}', '127.0.0.1', '01a21ccb-af59-7000-8faf-27e8edd1c22e', '2026-11-27T11:37:20.474Z');
INSERT INTO "audit" ("id", "store", "project_id", "actor_kind", "actor_id", "actor_email", "action", "target", "details", "ip", "request_id", "created_at") VALUES ('01a21ccb-af94-7000-8820-5211d70ddb82', 'p_01a21ccbaf57700186bf0409a770c4d6', 'empty', 'admin', NULL, NULL, 'table.create', 'notes', '{"name":"notes","columns":[{"name":"text","type":"text"}]}', '127.0.0.1', '01a21ccb-af5c-7000-9445-76f00c294d8f', '2026-11-27T11:37:20.532Z');
INSERT INTO "change_counter" ("id", "version") VALUES (1, 21);
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('app:p_01a21ccb9f677000880115d2c9621930', 14, '2026-11-27T11:37:20.445Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('functions:p_01a21ccb9f677000880115d2c9621930', 13, '2026-11-27T11:37:20.445Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('integrations:p_01a21ccb9f677000880115d2c9621930', 19, '2026-11-27T11:37:20.470Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('project:p_01a21ccb9f677000880115d2c9621930', 16, '2026-11-27T11:37:20.456Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('project:p_01a21ccbaf57700186bf0409a770c4d6', 20, '2026-11-27T11:37:20.474Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('tables:p_01a21ccb9f677000880115d2c9621930', 18, '2026-11-27T11:37:20.467Z');
INSERT INTO "change_feed" ("subject", "version", "changed_at") VALUES ('tables:p_01a21ccbaf57700186bf0409a770c4d6', 21, '2026-11-27T11:37:20.532Z');
INSERT INTO "store_work" ("store", "noted_at", "due_at", "note_id") VALUES ('p_01a21ccb9f677000880115d2c9621930', 1795779436837, 1795779442031, '01a21ccb-a124-7001-9d78-e90784409d45');
INSERT INTO "store_work" ("store", "noted_at", "due_at", "note_id") VALUES ('p_01a21ccbaf57700186bf0409a770c4d6', 1795779440857, 1795824000000, '01a21ccb-b0d7-7000-9a64-908c59f031fa');
INSERT INTO "webhook_work" ("store", "noted_at", "due_at", "note_id") VALUES ('p_01a21ccb9f677000880115d2c9621930', 1795779436469, 1795780036469, '01a21ccb-9fb5-7000-805b-5db16d7b7d2e');
INSERT INTO "_users" ("id", "email", "email_verified", "password_hash", "name", "avatar_url", "role", "metadata", "disabled", "is_pending", "epoch", "totp_secret", "totp_enabled", "created_at", "updated_at", "last_sign_in_at") VALUES ('01a21ccb-9d90-7000-b1d6-b09322822f48', 'owner@example.com', 0, '$argon2id$v=19$m=19456,t=2,p=1$5SWg3tspMOi4Zn3cACwi1w$YUzkyymkA6+SaY7yC9DAg5kYFXoz+TRCt5Gxep/Bh9A', NULL, NULL, 'operator', '{}', 0, 0, 0, NULL, 0, '2026-11-27T11:37:15.920Z', '2026-11-27T11:37:15.920Z', '2026-11-27T11:37:16.340Z');
INSERT INTO "_sessions" ("id", "user_id", "seed", "counter", "access_until_ms", "expires_at_ms", "ip", "user_agent", "created_at", "last_seen_at") VALUES ('01a21ccb-9f34-7001-bcef-5ad238ce86d1', '01a21ccb-9d90-7000-b1d6-b09322822f48', 'eMdJPyPEnZ5D_5nwWqypfQ', 0, 1796384236340, 1796384236340, '127.0.0.1', 'node', '2026-11-27T11:37:16.340Z', '2026-11-27T11:37:16.365Z');
INSERT INTO "backup_schedule" ("id", "last_slot") VALUES (1, '');
INSERT INTO "project_metrics" ("store", "slot_ms", "node", "requests", "errors", "runs", "runs_failed", "deliveries", "deliveries_failed", "storage_bytes", "latencies") VALUES ('p_01a21ccb9f677000880115d2c9621930', 1795779300000, '01a21ccb-9b13-7001-a8ba-cd222eba73a9', 12, 0, 0, 0, 0, 0, 100029, '{"3":1,"6":1,"9":1,"10":1,"12":2,"13":3,"17":1,"18":1,"19":1}');
INSERT INTO "project_metrics" ("store", "slot_ms", "node", "requests", "errors", "runs", "runs_failed", "deliveries", "deliveries_failed", "storage_bytes", "latencies") VALUES ('p_01a21ccbaf57700186bf0409a770c4d6', 1795779300000, '01a21ccb-9b13-7001-a8ba-cd222eba73a9', 1, 0, 0, 0, 0, 0, 0, '{"6":1}');
INSERT INTO "scrub" ("id", "owner", "lease_until_ms", "place", "finished_at_ms") VALUES (1, '', 0, '', 0);
CREATE INDEX project_keys_store ON project_keys (store);
CREATE INDEX personal_tokens_account ON personal_tokens (account_id);
CREATE INDEX members_account ON members (account_id);
CREATE INDEX audit_store ON audit (store, id);
CREATE INDEX audit_actor ON audit (actor_id, id);
CREATE INDEX change_feed_version ON change_feed (version);
CREATE INDEX _jobs_due ON _jobs (state, run_at);
CREATE INDEX limit_keys_expiry ON limit_keys (expires_at);
CREATE INDEX limit_hits_key ON limit_hits (limit_key, hit_at);
CREATE INDEX limit_hits_expiry ON limit_hits (expires_at);
CREATE INDEX app_domains_store ON app_domains (store);
CREATE INDEX store_work_due ON store_work (due_at);
CREATE INDEX webhook_work_due ON webhook_work (due_at);
CREATE INDEX _users_created_at ON _users (created_at, id);
CREATE INDEX _identities_user ON _identities (user_id);
CREATE INDEX _sessions_user ON _sessions (user_id);
CREATE INDEX _sessions_expiry ON _sessions (expires_at_ms);
CREATE INDEX _auth_mails_sent ON _auth_mails (sent_at_ms);
CREATE INDEX _mfa_challenges_user ON _mfa_challenges (user_id);
CREATE INDEX _oauth_states_expiry ON _oauth_states (expires_at_ms);
CREATE INDEX former_stores_store ON former_stores (store);
CREATE INDEX backups_store ON backups (store, id);
CREATE INDEX restores_store ON restores (store);
CREATE INDEX blob_holds_store ON blob_holds (store);
CREATE INDEX project_metrics_slot ON project_metrics (slot_ms);
CREATE INDEX _pending_sign_ups_email ON _pending_sign_ups (email);
CREATE INDEX _pending_sign_ups_expiry ON _pending_sign_ups (expires_at_ms);
