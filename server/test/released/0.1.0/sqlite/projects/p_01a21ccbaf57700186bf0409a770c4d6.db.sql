CREATE TABLE _meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _tables (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL, rules TEXT NOT NULL,
      version INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _table_stats (table_id TEXT PRIMARY KEY, table_rows INTEGER, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _idempotency (request_key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, results TEXT NOT NULL,
      expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _jobs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL,
      run_at INTEGER NOT NULL, attempts INTEGER NOT NULL, lease_until INTEGER NOT NULL, lease_owner TEXT,
      error TEXT, created_at TEXT NOT NULL) WITHOUT ROWID;
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
CREATE TABLE _files (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
      owner_id TEXT, name TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mime_type TEXT NOT NULL,
      visibility TEXT NOT NULL, checksum_sha256 TEXT NOT NULL, width INTEGER, height INTEGER,
      metadata TEXT NOT NULL, link_version INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
CREATE TABLE _storage_usage (id INTEGER PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _messages (id TEXT PRIMARY KEY, body TEXT NOT NULL, from_name TEXT, from_email TEXT,
      user_id TEXT, sender_verified INTEGER NOT NULL, metadata TEXT NOT NULL, status TEXT NOT NULL,
      spam_reason TEXT, source_url TEXT, created_at TEXT NOT NULL, read_at TEXT,
      notified_at TEXT) WITHOUT ROWID;
CREATE TABLE _message_texts (hash TEXT PRIMARY KEY, spam_until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _message_notices (message_id TEXT PRIMARY KEY, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _message_hour (id INTEGER PRIMARY KEY, started_at INTEGER NOT NULL, mails INTEGER NOT NULL,
      digest_at INTEGER, version INTEGER NOT NULL);
CREATE TABLE _webhooks (id TEXT PRIMARY KEY, table_id TEXT NOT NULL, on_insert INTEGER NOT NULL,
      on_update INTEGER NOT NULL, on_delete INTEGER NOT NULL, url TEXT NOT NULL, description TEXT,
      enabled INTEGER NOT NULL, disabled_reason TEXT, disabled_at TEXT, consecutive_failures INTEGER NOT NULL,
      secret TEXT, previous_secret TEXT, previous_secret_until_ms INTEGER NOT NULL,
      lease_owner TEXT, lease_until_ms INTEGER NOT NULL, disabled_mail_due INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, listen_until_ms INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE _webhook_deliveries (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, webhook_id TEXT NOT NULL,
      event TEXT NOT NULL, table_name TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
      resends INTEGER NOT NULL DEFAULT 0, is_test INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL,
      created_at TEXT NOT NULL, next_attempt_at_ms INTEGER NOT NULL DEFAULT 0);
CREATE TABLE _webhook_attempts (delivery_id TEXT NOT NULL, attempt INTEGER NOT NULL, trigger_kind TEXT NOT NULL,
      started_at TEXT NOT NULL, duration_ms INTEGER NOT NULL, url TEXT NOT NULL, request_headers TEXT NOT NULL,
      response_status INTEGER, response_headers TEXT, response_body TEXT, truncated INTEGER NOT NULL,
      error_class TEXT, error TEXT, PRIMARY KEY (delivery_id, attempt)) WITHOUT ROWID;
CREATE TABLE _functions (name TEXT PRIMARY KEY, kind TEXT NOT NULL, access TEXT NOT NULL, schedule TEXT, timezone TEXT NOT NULL,
      timeout_ms INTEGER, retries INTEGER NOT NULL, description TEXT, enabled INTEGER NOT NULL, origin TEXT NOT NULL,
      version_id TEXT NOT NULL, version INTEGER NOT NULL, revision INTEGER NOT NULL, next_run_at TEXT,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deployed_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _function_versions (id TEXT PRIMARY KEY, function TEXT NOT NULL, number INTEGER NOT NULL, size_bytes INTEGER NOT NULL,
      created_at TEXT NOT NULL, files TEXT NOT NULL, module TEXT NOT NULL, source_map TEXT NOT NULL);
CREATE TABLE _function_secrets (name TEXT PRIMARY KEY, sealed TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _function_runs (id TEXT PRIMARY KEY, function TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, caller TEXT NOT NULL,
      scheduled_for TEXT, attempt INTEGER NOT NULL, started_at TEXT NOT NULL, duration_ms INTEGER, owner TEXT NOT NULL, deadline_ms INTEGER NOT NULL,
      error TEXT, payload TEXT, request TEXT, log TEXT NOT NULL);
CREATE TABLE _function_answers (request_key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, owner TEXT NOT NULL, lease_until_ms INTEGER NOT NULL,
      answer TEXT, expires_at_ms INTEGER NOT NULL);
CREATE TABLE _function_slots (function TEXT NOT NULL, slot TEXT NOT NULL, run_id TEXT NOT NULL, PRIMARY KEY (function, slot)) WITHOUT ROWID;
CREATE TABLE _app_state (id INTEGER PRIMARY KEY, deployment_id TEXT, last_number INTEGER NOT NULL, revision INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _app_deployments (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, files INTEGER NOT NULL, size_bytes INTEGER NOT NULL,
      functions TEXT NOT NULL, webhooks TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE _app_contents (hash TEXT PRIMARY KEY, blob_id TEXT NOT NULL, size INTEGER NOT NULL, br_size INTEGER NOT NULL, gzip_size INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _app_files (deployment_id TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, mime_type TEXT NOT NULL,
      PRIMARY KEY (deployment_id, path)) WITHOUT ROWID;
CREATE TABLE _function_deployments (deployment_id TEXT NOT NULL, function TEXT NOT NULL, version_id TEXT NOT NULL, options TEXT NOT NULL,
      PRIMARY KEY (deployment_id, function)) WITHOUT ROWID;
CREATE TABLE _integrations (kind TEXT PRIMARY KEY, provider TEXT NOT NULL, options TEXT NOT NULL, sealed TEXT NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _function_templates (name TEXT PRIMARY KEY, access TEXT NOT NULL, enabled INTEGER NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _balance (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, full_balance INTEGER NOT NULL,
      noticed TEXT NOT NULL, revision INTEGER NOT NULL);
CREATE TABLE _balance_entries (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, kind TEXT NOT NULL, run_id TEXT,
      created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _balance_holds (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, kind TEXT NOT NULL, run_id TEXT NOT NULL,
      expires_at_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE _payment_events (id TEXT PRIMARY KEY, type TEXT NOT NULL, created_s INTEGER NOT NULL, received_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _payment_objects (id TEXT PRIMARY KEY, payment_id TEXT NOT NULL, subscription_id TEXT, facts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _payment_state (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE TABLE _request_log (id TEXT PRIMARY KEY, at TEXT NOT NULL, request_id TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
      status INTEGER NOT NULL, code TEXT, error TEXT, duration_ms REAL NOT NULL, caller TEXT, ip TEXT NOT NULL, user_agent TEXT,
      run_id TEXT) WITHOUT ROWID;
CREATE TABLE _function_log (id TEXT PRIMARY KEY, at TEXT NOT NULL, function TEXT NOT NULL, run_id TEXT NOT NULL, level TEXT NOT NULL,
      message TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE _log_spans (source TEXT NOT NULL, span_ms INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (source, span_ms)) WITHOUT ROWID;
CREATE TABLE _pending_sign_ups (id TEXT PRIMARY KEY, email TEXT NOT NULL, password_hash TEXT NOT NULL,
      name TEXT, metadata TEXT NOT NULL, proof_hash TEXT NOT NULL, token_hash TEXT UNIQUE, redirect_to TEXT,
      expires_at_ms INTEGER NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE "notes" ("id" TEXT CONSTRAINT "_p_01a21ccbaf777000ad93654a50442962" PRIMARY KEY, "created_at" TEXT, "updated_at" TEXT, "owner_id" TEXT, "text" TEXT) WITHOUT ROWID;
INSERT INTO "_meta" ("name", "value") VALUES ('migration', 12);
INSERT INTO "_meta" ("name", "value") VALUES ('readable_from', 12);
INSERT INTO "_meta" ("name", "value") VALUES ('schema_version', 2);
INSERT INTO "_tables" ("id", "name", "definition", "rules", "version", "created_at", "updated_at") VALUES ('01a21ccb-af77-7000-ad93-654a50442962', 'notes', '{"columns":[{"key":"aad19f2aa961","name":"text","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false}],"indexes":[],"indexesByTime":true,"watched":false}', '{"read":{"level":"private"},"create":{"level":"private"},"update":{"level":"private"},"delete":{"level":"private"}}', 1, '2026-11-27T11:37:20.503Z', '2026-11-27T11:37:20.503Z');
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('01a21ccb-af77-7000-ad93-654a50442962', 0, 2);
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('6801d8d2-5946-83ae-8a8f-49852c020796', 'logs.clean-up', 'null', 'waiting', 1795824000000, 0, 0, NULL, NULL, '2026-11-27T11:37:20.855Z');
INSERT INTO "_storage_usage" ("id", "files", "bytes") VALUES (1, 0, 0);
INSERT INTO "_message_hour" ("id", "started_at", "mails", "digest_at", "version") VALUES (1, 0, 0, NULL, 0);
INSERT INTO "_app_state" ("id", "deployment_id", "last_number", "revision") VALUES (1, NULL, 0, 0);
INSERT INTO "_balance" ("id", "balance", "full_balance", "noticed", "revision") VALUES (1, 0, 0, 'empty', 0);
INSERT INTO "_payment_state" ("id", "revision") VALUES (1, 0);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d5-7000-a598-da76a551d5ed', '2026-11-27T11:37:20.632Z', '01a21ccb-aff8-7000-8242-80c52c8d433f', 'GET', '/api/baas/empty/data/notes', 200, NULL, NULL, 1.52, 'secret:key:01a21ccb-af5a-7000-829b-2add05fb9b03', '127.0.0.1', 'node', NULL);
INSERT INTO "_log_spans" ("source", "span_ms", "bytes") VALUES ('request', 1795779300000, 286);
CREATE INDEX _idempotency_expires_at ON _idempotency (expires_at);
CREATE INDEX _jobs_due ON _jobs (state, run_at);
CREATE INDEX _users_created_at ON _users (created_at, id);
CREATE INDEX _identities_user ON _identities (user_id);
CREATE INDEX _sessions_user ON _sessions (user_id);
CREATE INDEX _sessions_expiry ON _sessions (expires_at_ms);
CREATE INDEX _auth_mails_sent ON _auth_mails (sent_at_ms);
CREATE INDEX _mfa_challenges_user ON _mfa_challenges (user_id);
CREATE INDEX _oauth_states_expiry ON _oauth_states (expires_at_ms);
CREATE INDEX _files_path ON _files (path);
CREATE INDEX _files_owner ON _files (owner_id);
CREATE INDEX _messages_status ON _messages (status, id);
CREATE INDEX _message_texts_spam_until ON _message_texts (spam_until);
CREATE INDEX _webhooks_table ON _webhooks (table_id);
CREATE INDEX _webhook_deliveries_log ON _webhook_deliveries (webhook_id, seq);
CREATE INDEX _webhook_deliveries_pending ON _webhook_deliveries (webhook_id, next_attempt_at_ms, seq)
      WHERE state = 'pending';
CREATE UNIQUE INDEX _function_versions_number ON _function_versions (function, number);
CREATE INDEX _function_runs_of ON _function_runs (function, id);
CREATE INDEX _function_runs_running ON _function_runs (deadline_ms) WHERE status = 'running';
CREATE INDEX _function_answers_expiry ON _function_answers (expires_at_ms);
CREATE INDEX _app_files_hash ON _app_files (hash);
CREATE INDEX _app_contents_blob ON _app_contents (blob_id);
CREATE INDEX _function_deployments_version ON _function_deployments (version_id);
CREATE INDEX _payment_events_received ON _payment_events (received_at);
CREATE INDEX _payment_objects_payment ON _payment_objects (payment_id);
CREATE INDEX _payment_objects_subscription ON _payment_objects (subscription_id);
CREATE INDEX _request_log_request ON _request_log (request_id);
CREATE INDEX _function_log_of ON _function_log (function, id);
CREATE INDEX _pending_sign_ups_email ON _pending_sign_ups (email);
CREATE INDEX _pending_sign_ups_expiry ON _pending_sign_ups (expires_at_ms);
CREATE INDEX "_i_01a21ccbaf777000ad93654a50442962_created_at" ON "notes" ("created_at" DESC);
