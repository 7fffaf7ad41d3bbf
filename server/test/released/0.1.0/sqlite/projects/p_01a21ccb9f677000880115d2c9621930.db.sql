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
CREATE TABLE "teams" ("id" TEXT CONSTRAINT "_p_01a21ccb9fe07000a1abfb873ed129c7" PRIMARY KEY, "created_at" TEXT, "updated_at" TEXT, "owner_id" TEXT, "name" TEXT, "logo" TEXT CONSTRAINT "_f_01a21ccb9fe07000a1abfb873ed129c7_ac1a8a09bdc3_s" REFERENCES "_files" ("id") ON DELETE SET NULL, "parent" TEXT CONSTRAINT "_f_01a21ccb9fe07000a1abfb873ed129c7_9d4c7f1d8380_r" REFERENCES "teams" ("id") ON DELETE NO ACTION, "size" INTEGER, "score" REAL, "open" INTEGER, "since" TEXT, "seen" TEXT, "extra" TEXT, "note" TEXT, "lead" TEXT CONSTRAINT "_f_01a21ccb9fe07000a1abfb873ed129c7_682932e9fe3c_s" REFERENCES "people" ("id") ON DELETE SET NULL) WITHOUT ROWID;
CREATE TABLE "people" ("id" TEXT CONSTRAINT "_p_01a21ccba0417001a7a017421867ec16" PRIMARY KEY, "created_at" TEXT, "updated_at" TEXT, "owner_id" TEXT, "team" TEXT CONSTRAINT "_f_01a21ccba0417001a7a017421867ec16_1d02442cc348_c" REFERENCES "teams" ("id") ON DELETE CASCADE) WITHOUT ROWID;
CREATE TABLE "payments" ("id" TEXT CONSTRAINT "_p_01a21ccbaf4f7001ba1f43530f7e688f" PRIMARY KEY, "created_at" TEXT, "updated_at" TEXT, "owner_id" TEXT, "provider" TEXT, "type" TEXT, "status" TEXT, "amount" INTEGER, "amount_refunded" INTEGER, "currency" TEXT, "user_id" TEXT, "customer_email" TEXT, "provider_payment_id" TEXT, "provider_session_id" TEXT, "subscription_id" TEXT, "product_id" TEXT, "price_id" TEXT, "quantity" INTEGER, "description" TEXT, "livemode" INTEGER, "metadata" TEXT, "paid_at" TEXT) WITHOUT ROWID;
INSERT INTO "_meta" ("name", "value") VALUES ('migration', 12);
INSERT INTO "_meta" ("name", "value") VALUES ('readable_from', 12);
INSERT INTO "_meta" ("name", "value") VALUES ('schema_version', 6);
INSERT INTO "_tables" ("id", "name", "definition", "rules", "version", "created_at", "updated_at") VALUES ('01a21ccb-9fe0-7000-a1ab-fb873ed129c7', 'teams', '{"columns":[{"key":"865c45bfd25c","name":"name","type":"text","required":true,"unique":true,"indexed":false,"hidden":false,"readOnly":false},{"key":"ac1a8a09bdc3","name":"logo","type":"file","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false},{"key":"9d4c7f1d8380","name":"parent","type":"reference","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false,"reference":{"tableId":"01a21ccb-9fe0-7000-a1ab-fb873ed129c7","onDelete":"restrict"}},{"key":"2b7b642f68bb","name":"size","type":"integer","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"4812a2c615b0","name":"score","type":"number","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"9589e2c42eee","name":"open","type":"boolean","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false,"default":true},{"key":"3550cfb836ef","name":"since","type":"date","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"9b5716e89d62","name":"seen","type":"timestamp","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"aea5907920a1","name":"extra","type":"json","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"1185b1b546f4","name":"note","type":"text","required":false,"unique":false,"indexed":false,"hidden":true,"readOnly":false},{"key":"682932e9fe3c","name":"lead","type":"reference","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false,"reference":{"tableId":"01a21ccb-a041-7001-a7a0-17421867ec16","onDelete":"set_null"}}],"indexes":[{"key":"d242c79db0b5","columns":["865c45bfd25c","2b7b642f68bb"],"unique":false}],"indexesByTime":true,"watched":false}', '{"read":{"level":"authenticated","where":"open:is:true"},"create":{"level":"private"},"update":{"level":"private"},"delete":{"level":"private"}}', 2, '2026-11-27T11:37:16.512Z', '2026-11-27T11:37:16.725Z');
INSERT INTO "_tables" ("id", "name", "definition", "rules", "version", "created_at", "updated_at") VALUES ('01a21ccb-a041-7001-a7a0-17421867ec16', 'people', '{"columns":[{"key":"1d02442cc348","name":"team","type":"reference","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false,"reference":{"tableId":"01a21ccb-9fe0-7000-a1ab-fb873ed129c7","onDelete":"cascade"}}],"indexes":[],"indexesByTime":true,"watched":true}', '{"read":{"level":"private"},"create":{"level":"private"},"update":{"level":"private"},"delete":{"level":"private"}}', 2, '2026-11-27T11:37:16.609Z', '2026-11-27T11:37:19.195Z');
INSERT INTO "_tables" ("id", "name", "definition", "rules", "version", "created_at", "updated_at") VALUES ('01a21ccb-af4f-7001-ba1f-43530f7e688f', 'payments', '{"columns":[{"key":"de2afedc2112","name":"provider","type":"text","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"cef5dc3de4ce","name":"type","type":"text","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false,"enum":["one_time","subscription","refund"]},{"key":"9e195620a194","name":"status","type":"text","required":true,"unique":false,"indexed":true,"hidden":false,"readOnly":false,"enum":["succeeded","pending","failed","refunded","partially_refunded"]},{"key":"236d68b163f3","name":"amount","type":"integer","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"74c1b9bd80eb","name":"amount_refunded","type":"integer","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"7945d8913a48","name":"currency","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"2ddd06e1c976","name":"user_id","type":"text","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false},{"key":"8c8c345b385e","name":"customer_email","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"c89cd849205e","name":"provider_payment_id","type":"text","required":true,"unique":true,"indexed":false,"hidden":false,"readOnly":false},{"key":"9a29f2b6735b","name":"provider_session_id","type":"text","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false},{"key":"25a2b4042224","name":"subscription_id","type":"text","required":false,"unique":false,"indexed":true,"hidden":false,"readOnly":false},{"key":"348cb4606a2c","name":"product_id","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"9914505bcbb3","name":"price_id","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"c89583924677","name":"quantity","type":"integer","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"71e81c45b166","name":"description","type":"text","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"1c7db1c7df48","name":"livemode","type":"boolean","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"dd374df00cba","name":"metadata","type":"json","required":true,"unique":false,"indexed":false,"hidden":false,"readOnly":false},{"key":"69df51051e86","name":"paid_at","type":"timestamp","required":false,"unique":false,"indexed":false,"hidden":false,"readOnly":false}],"indexes":[],"indexesByTime":true,"watched":false,"readOnly":true}', '{"read":{"level":"private"},"create":{"level":"private"},"update":{"level":"private"},"delete":{"level":"private"}}', 1, '2026-11-27T11:37:20.463Z', '2026-11-27T11:37:20.463Z');
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('00000000-0000-7000-8000-000000000005', 1, 2);
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('00000000-0000-7000-8000-0000000000f1', 1, 6);
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('01a21ccb-9fe0-7000-a1ab-fb873ed129c7', 2, 8);
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('01a21ccb-a041-7001-a7a0-17421867ec16', 1, 6);
INSERT INTO "_table_stats" ("table_id", "table_rows", "version") VALUES ('01a21ccb-af4f-7001-ba1f-43530f7e688f', 0, 2);
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('01a21ccb-a184-7000-8881-2d5f79ca2d06', 'mail', '"ARA2xeebiMWmupLZ2DAWAFexPHss_SKv4gYUREt8WBL_iOoIEwLk_qi4Ec6iVTFf7Tp0YUasTsNvwpG-dSy0ff4o5zAAxc7199raAMz_WN55T9ZEGtIMuvv19S49V5Wrh2LW28JeMT-uHuv_JzP4FyLIrUwZuWeEqiQ_NS42aFool6MUQvC_SxKUqG9aI85Burzz9b44U180i6BsTyOeGBOPn_sgXeThgohsGFIwNfeWV9CJSxFSCxBqDEVeBfUtPlJA9Re2ic58jX2oOgtLKF1p_ZIZBoQ7iT7-QjJAoTgZpVvwFxXyc4s8QIsw3j5Zmm1K-0YIOj0GW_bbQ2NXjhk282guJc2hMp1moTLk3j94tqQQnPu8KxAMJKyRXxOLu8KJoFn9_flsbzLOxrXTDSql56fn-99uT6mJzFS5vBCQbA8pLedlI4eYWWR6wedE7EhhbCnKWsswqoA0oio4rFCvXBvmS3ckM1O0nsAa5hwRfDQAWEDknzmVqgsW8F_8KeElccOcSqIY4LJ7kx1HUHQpyNjYUGSc8F_knBrXuxty1xUo-Knpf5q8an4uJZKVnHF8B1MsOuo0qWhNmbG-0ukdg_JFCpo6OYQyY2MBlC9pjoP-zN66SnCf0W6I0vUhdsZc91jrSxtNYjgAAoe7s0NxO93xkx3eyuf_WNVYWa5poqdli73cOeQgIleJsFCWqLYLEStk0K0mst_RNszXOPmc6TBUyKqUEN8Vw4Ecqtq4mJoK1tcwFBdfJQTb40Ec5x3uYgXFyJARZbkk0vVdF_Re1uOGaPZfIavvSk7uWAi4atKTUY9Do9X6-TKzolsrkeLjWrBIZ5DsjgBdbfCg4Fh2PAGuQpiuyAPhI0wDVZI4MDS69415mFhws-34IGrsZHWLyIONGuYTcyC7v26wGtZeKSnBzEO1cNnUE_u4QqqpFVKsuxuSi0ugVCeikykdNYqaDguygMPI3EYqihe6XSowrHVmO7jCCduzuzNohKbBgruMX_wdaPsMsM0R3y0flnAB_t5jR1EVE0xS_CPMB8VOOyaGgaDs42dadrAw_fL7waxORGFyHxIXLQIcCs91hPlwPmA-s_eJa8HK78JA5hA1KYLloW1uym-8TvH0RCXq1UHUc75EWM0f1qnM4YCoxPdvnmvMNsQrJamE87J8LyeAeBF9AUoDvpmw8_VAhLZHlWy9qkxRgihdWYZSw4iW5EFp8jkDbbjnhlOHvZZpEBcK8srHmztOFOd00nBqZlNfjIkCXy6ozL5fQrrYmeqDVGH9U_CbKmKDCb_JYPfPpmhAfwBOJ7M6rs24zYGhdvHESVaF2nRl2UHmxxziRrQYG5jthtU1QDaewjaLp4URpKGOke_BY_AGmUEv2rtjYQ9fHfX-JiaIIRe5GKzOfM-AxUtUQhPTV_SBAvnpvJjN0-g--E92J_X83TMFeA4uZwfUhd7ib9x8ejz8Bk4ic6nY2lHsrxnl9tTHYRZo_OVvGIujdvlUovBERwkkT54rZ9sOWjLCN63lJ6maOKqfpyH4HASjGZBY4CLs2bVj24EUOiWKUHCmWx4Z5n-YuG5wZvrifGrBtFjSsK9kEzrnxz5ycIq97iyscilfK0Kz9XaJc5wwXj5W8hb_7WfbTfaQ3Svejuav_RN1yk7fK15NqL3DwSSIIky4fP4kegD_uRbtO-wbAiAZmwhodHbqWgtvPrHn33M9rtQUttuJ5crNDwPiojZ0cDfnT8HgtFxKf0kmcX84c5IXU6peZhd2MvoIKH7sWuyCIxEtYv3L5z6_GH7fOtW-nwWMSJkCKqUvDLGBruUY-I9GlfjFZYNg44EhlhWJdnSw3ve1zLBQ7nDLo6KQRShhQqQ4i0kKXWltHRO9fKtNYUlDV1IDYGRtvQZw5uMUWlIdLUKiMzInhrN7paKviTpG4DW8cTJ6E053ykfPOudNfjMavPrDOWgAeRrAymIXs7qfaZK8-3gPOhWepsa39wWiIBFdmuIe62pBVgQCT3mrCGazh4PAyTyoRbsKgzkJCU1ppkYK9SXUv05zaPb5s4yeosGFtW_aFOssBPlHOapmTQ97J_g7ai_hi_0XHi2jHWQnoban4qHDO7KFqqoazJrhtPruDKbedGh2GJqUN3VUtytOcr3Syb9zvgplWVna6DULIfPoZKnZsnD8XWnUQ4KHDfyh6KYFEdl4LWtqCohOWequlsXXNi4SbNVP4-XnsNV5qExq6qQvb60Qg8DuiNar0htTXJjGphkfToO7NHWDLK8AW2r_XEmCjUFP9qNjAqCnCENvDkOacCzqusHp_3fprjWutBHFLyn9muu0egL0_s0g0GI3q3kW6XAt9IRJqQLNsdNRV7pPFep2IZICaS77MYL1LLQFbUQK5E3WRJ-EO5HiSc2frVts3_azX9eu5rxsbNn4WQ5U0bhOtfCFvvPFWJGekRivAFOx9P9UYDNs2ZWQDd4BxXNyz4L8a1TkBvUOzydQHeQS8UHXT-vaDlAB_nXijV98KZKZtz5LOdWBp7DFdt-ut8rfA_1QgL0KkOFVx8Teonul4XZDcNp6a3myYBPoiwE--1U-jmr5cpHu6NZdQSDMISP08Z_53QBksB3SZvmSTTekfZFb8rkHdbeBLDPyqucECNr7kzB5ZYgVpzON4FzkhbpxTzEEfeljrccWlQ_gtg6I-B13EYjd3dxuvjvg7uwGZJ-m0_2FEQ6uYioqy-vekFwkN_pxgRkW8G1Dx3uDFj07FrPTS_mSWzwxYd2JAkI0RBVEVXlHC6jfxhScg-8geY7DGb4b2scVmI6nNBG-gGXemxcu8A6cOjhccCKDtRQOYFnnkO16ApBDjH9oszO3esIVoaSUeV_y-DEszUAujTGcLrKL-vkyMwnzXN_1tEwb4RLYLjc1JGIkL5YA81yAFvdfmofZiFphTM3NieHSTxYBiMcEed3D5nmmx6xkVXxEre-A5lQv1QNHbewM1o3BXcoLGsQ3EiBYRwXKjXLDXz8YlsR6poVtozh-PgI_07UCH09RNhbnI8lpAF3lqZ0dYZXfEyxyQGYrKv1poQK7ljBdWLI2_-LhxZNjumK8CacGXzf7HI627h0mGOWvC2dvHm2pJl9_jZdMEvwfUHeZDfAUd_WxPoSRTXM4wlpmsV8XQsbeB1aP2PlD6Up9hL6R67i4dmG2GDaaoCucOhQTfmGgrSXsziuMIWn2huRwLeY4YaK_Cw84m6cs4nkXVTWM9Jxb1yepnofc4xNG94tENJ9Np1H8PyFwPEeDhc3MdPvNqRGtkOi_-vIUyy9xpyc8E4qZ52Hm2dcmqrQe2YdvfZ-25o99olxLttdxNJlnAhcv9aNHyx9EKgSThrL3Kq92JGg5tkvyr0ol4qIO9dAl9dtzid2Z7Uf0Nl7AJly2JA9ONHCHJv8lQ6JbcmJO656Jt4oy9xUe5wugerDcLB0mueE_rNLB9gqMXmcL_nw4OWcqDB8loVALMOBYRAwfL-_ZExpmLke4sFTc4TqyTe5_b6sus5AL_IV-B7Qax0h8Yq-Wy-7ou33MEr1w-pkJnSl4xThV38XHdKXgLIBNKCnVOyO0fUR2e2nOAzkVyBQ6t1HTOAtfa3bblysgdmwNUNgqGAVPvF9_sRvDVzZyBHZ_3j7153jlIHwAzezbpKyiCw6b5feGG6EgBVvzRZsFkl_v4GjdEYkt34l5RT835Kih2n67xgP8ijt4xN04Jn7mwpssolh5-2DqiGDC8xr6ontwPlqX_IGPEf6HaBCfb416SRz0ve6pKkDdHSYPvWF-l6-Sy10FWb_pp2RUgDhPXhIrYBMWm6x5Gx6uVxyeRuRjbKDVP3GaIwHeFLxht3Jz-lKMBviHhsy7F3lHChmVXLOsG_FXWAGtsrZs9DzcLEnogtoLbqcWsfBWUX-pLTmQKDnWLegzFk69vd3sYNvHZh6zJMCYDPupH3BM8FlObAvuI-BSkyJDOyvRE5W63GEByV1s1GaYl2KoNiEssVLcdh94B_OfOJWTbDyNLkGiM8SPNi_UqYUAldlZsNpOreMNjnhkRAYs9VkwfIMP1eHmCm5Xqkt8eKSU5iX1PVAcwwMEpR4-0AT4PiwL2Cuo4jsSMpa2CPz1nUBDs8tB9Q6265eSDyq6FUwrdIt16ErW1_j-ehyE7TTTiPUemJRDsVCnLlD69dpa18DRViVs5gr64bU7fYdcOGoS5AnEXYZp4jVTw_UvZIjuPrL4h1cWoW6071A3sxlPRapob29O8_R_BOgaRJcBR2iRmZe4FQIpXK1HthdkWFkPaULhewhpHbzqh7MoeVG7Rau9f-Z2WB1dRhc9-MMU359ShXHKjyl6G8L6KhYha1sgfVwwn7pVIB-_dRF9w1LQ5er_m_LAFltNJcbgqCF-VsnjescarQvr3ZhuXVcWLAc-EhUGRcPeHy9qaTy1BF9rJ1yWH3AbutHv9ORQIAlxtnYXYhZvTYCsNZIh4ZYXJsEBgaejiYMMCPzHhGzbt1NZuH9xUVs6tygB6F4-lTEZfJ2hJwfb02feckxFDcfcrBYYFVxvk0xjcYccBoFQ2oz6l4KqbJDEoYHzTO68bGzHNqvo7ZM-F7ikn0xgKvazstACLWupsCJJVpRjxQqnYSk_XBkE4Oe40XFcCHccjk1He_o7qOgGleBuUMjDtFxz2CyC8lyxGNkmcKWsGRkOflzVIaGOOlShJADsD6KJ7AKc9yBMHxBnUWePw0WlH8gWBbkWdSuX49g94YeLjviMx-Jhcqmve0LnyBt34mEotRKLHKSRgjrJo7mNh9TzRBaL1gYNjYkkFyW9RFFLR25z7B716mP5KKQpFcNEhrO3wft0ULfrekypQKm08O7YrTcRPKvn6upq63HxPppS5TEJybVCpT0xJe1k9_YGt9szHIpC62fW5EY-Udr3T-Rq7yjAeZzqog0jG4gdeBXn08wxYDyXJDVkrDsyboW0NF7z9RjOSpq2gPDKfkEUWr79TtGDe1fAA_ESLthgDRfy2V32XVXVeSE8o7kbno8IGcSMY6oHHXh-FKuD4-2_Puc9x9KpN8Nm6H5YgLyw23UxAMEZwKEqBOYaJzSFFBYqJU0HeW750M4bgFFUS5HKCIjQfJIIK1N2-n6OP-BFFmvclW6HV5EK8OdFgy5zq5wPl8pNZanx9Oe6rsxM34_XEVpXDdDaNGjoeuwq0ATit4oqt-po_Rgqrsc0qG7bPXtcQCc6N95u_6PykaCmMTYR395EJstn0s9MITuOFJuUgP4givaKpCeuMJUiGPKJraZ9tcAfrk4XyhTPZDUqT1oKTHQY0I34I3sP0u4RZ7FABgtssb7YmF0jATMh3MotBZBKnUyyMVe-eQaDvSySV5ms7WSVlBN3aX8H8cUtt3YK4pIHioB6k6cFs1UpJDkcHmAQM9FVpRXx2UpnUEZX74ZLZm9KmoGuWK4kUmHVjIP93dWloFnXVXftQO-J604tFbhc69jr79Sg0WA80-oCbLkQK6gl-hM_zMXuWmXeucY0s6v3Qx6XtX4iXfevJSdCj1lFJMGrFAQr7Kujwb7HtbdmDelczzVZKGZu_5mFXuR8d0LkajV8o_fOiy-WVsR0wWvUg_QG_jRBaXPJQFfL3XWIbx4t9yQdkZdoIH99eTv9bOm8_uvvKJb2RTlA6JuOpz5yMvYXzGiMJVli9cx_z-8awgRUoXDokfEtfair4yKT6HDqVi5kUiy2UgzS0REb0otcl_a9kamDGsiNT7mlJoGxOszWaYQ5YlVtZ7OxDaafeYeNJ53SzvBjLozzl25nORPEYp3u0qDq_TiuRPih_JicLKqAAd75D_KOEE5_lLi78tNkjTACfVJC2kkafsIKU8RiAzXXBUJLrNA0h_tKEVGLioiFaazpPHZnK93CznnhZY6PblvqIbDbk0_klE-oEJNPhpJJHYv91DCbzYusv0sjbb_MhY0ke7u0jCy7fCtroVUnVYu6eqmU3mMyWFMHJ6D7i8MINEEzYAFCUzy-Lj2wjrCN38sNb0WCO7wUy77q4Tq2rG1xNCSdpLR_RMpTpxVUSmcq_O6uqcdCrZ5h447tHGRKpyAinrFA2SXrMtGBa2q75Njf6YMh2z0XqCr7x66xGQUyNAXVx93fCqnPGRQowK5HUR83AO-ZEKhYYLBPCB99nrMQnEfhFruwUMaBasKjhWFhQ3sJQ3ivbQCtdieC0zj6PO5-Jgox4FWtnWH7BKklzR2n0NAODlMD-8VW16HKdZbuN_QmjQ9NYwr7YnR9VkPYY7IoOCdKvAMzh9uLneszIs352CsHxFXLWs03KSPH-3Rl-qCVztSSVya2h908VH-QZfqu4FAoRvSRR2OLY5CxxYEB9CEIMhN5Wf9GQQyefF4jY-JxdrBrwqV3_jUKqsmhnKv3uTQeXtYYiIiH6RdXp8d9u-Qk89Mzyjh3GzaD7gxfNVOPyrrFphgX8YPUCx0DuOwcJhDXkE4S8GWa6SxFwdb_Z8ukJ4Vy8g-3pSsicOkS9ItYOnATUZ4bcG4oXXj1r61M2hr9QSSNjaVZSKuni5rXmyrOjYT4mneFRv1SaALiSCtuKhQKvM06rx6CskfnS5I8I4-oYbptnCCdeWSwYUhOtO0eCrcYuGX8nGExmZAgJ4i4mqQFmQt2f2LAU39zJnsadnqmasG14P-kG2oblPwCuXI9pffkUOtyewkxWgUn7OSECTJE_SwAlDT9uE61mUMKJtful01P1CC6t-p0MRt0A3q_52P9WosRoUrDe6iuQZntcRgC7rXVTu33RmfH4k4SDl7246hwd4cYaDOFC4_9X0XZ2nJOVqMqkd8gYLbF_lMXF3zCnfErJ2PZR5Wssw0pkJADVoknFwZM418hf2X2sAjXhNCbmMRe38n76i71-fvpzUcCwscbJbZKl9MQ7nWiRott_yc0VibA5HkhNN152iVBiIvx67DFe-Aw-fw5xTbzVvyfRTDw9ykqY9Brsdpe36-5pey0mdooMm3711Lt-tCy8mZ2RBR03rPitUBI6j6ej90fUkgGuCF05nyAhFi-UHHD7c3riCXXMGGyTSyw0mbMuT3Rx1LY4D28LPSNqu3pG-PtQ6bWegGLJ3nMcjcS8mrjpgLhw-vpGG2ByR_rPcoCm4JguuC41mIJ7KlMEmXt3ANc2H3SIHQFs7PDWzlFRGRuxPIgPNGv9no2wZRUsUblaE8CKZ30ZU-qPKakEdeVqvh2wZsLCW_GeB-ser22NO7C1E1D848t_TEfyH-ebwkm1G7P0L4taIalYlY2_ka-Cu5Wyz-h_k1ulb02PY7kB2XAl7wRvVtE-wR2N_I7A3o"', 'waiting', 1795779442031, 1, 0, NULL, 'There is no mail server: set SERVICE_SMTP_URL.', '2026-11-27T11:37:16.932Z');
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('01a21ccb-aa2d-7000-abc8-824c7675d426', 'function.due', '{"project":"shop","name":"nightly","slot":"2026-11-28T03:00:00.000Z","attempt":1}', 'waiting', 1795834800000, 0, 0, NULL, NULL, '2026-11-27T11:37:19.149Z');
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('10a34441-1f6e-8660-8eae-822ce4987955', 'payments.reconcile', '{"project_id":"shop"}', 'waiting', 1795780800000, 0, 0, NULL, NULL, '2026-11-27T11:37:20.467Z');
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('b96b29c6-846e-8f5f-8752-a92423a6d004', 'logs.clean-up', 'null', 'waiting', 1795824000000, 0, 0, NULL, NULL, '2026-11-27T11:37:20.851Z');
INSERT INTO "_jobs" ("id", "kind", "payload", "state", "run_at", "attempts", "lease_until", "lease_owner", "error", "created_at") VALUES ('ca35f408-243a-8c77-8473-960754855396', 'webhook-clean-up', 'null', 'waiting', 1795824000000, 0, 0, NULL, NULL, '2026-11-27T11:37:19.276Z');
INSERT INTO "_users" ("id", "email", "email_verified", "password_hash", "name", "avatar_url", "role", "metadata", "disabled", "is_pending", "epoch", "totp_secret", "totp_enabled", "created_at", "updated_at", "last_sign_in_at") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'user-3354-1@example.com', 0, '$argon2id$v=19$m=19456,t=2,p=1$u5H3nVjBv8vmfs2b6fo+Pg$J/axHD5vxUkF2TSaJBXshI4JnqTS6y4956vyk+hMglc', 'Ann', NULL, NULL, '{}', 0, 0, 0, 'AfrgY0NO_uNclRQ5xRRWWaNPg0KN1aImjwsFdJmDQPY7_5qkDNW8zZpIt_HQcdQwOLWDDlwYAUZ_MeBWSQ', 1, '2026-11-27T11:37:16.776Z', '2026-11-27T11:37:17.223Z', '2026-11-27T11:37:17.179Z');
INSERT INTO "_sessions" ("id", "user_id", "seed", "counter", "access_until_ms", "expires_at_ms", "ip", "user_agent", "created_at", "last_seen_at") VALUES ('01a21ccb-a129-7001-8106-3a7de13e76e9', '01a21ccb-a124-7000-beea-f499bf757d34', 'UMmPAHWW7B4gXS9HltwtjA', 0, 1795780336841, 1798371436841, '127.0.0.1', 'node', '2026-11-27T11:37:16.841Z', '2026-11-27T11:37:16.841Z');
INSERT INTO "_sessions" ("id", "user_id", "seed", "counter", "access_until_ms", "expires_at_ms", "ip", "user_agent", "created_at", "last_seen_at") VALUES ('01a21ccb-a27b-7000-a1ec-7f8b0ee496a5', '01a21ccb-a124-7000-beea-f499bf757d34', '9z13iWbVJf6IVS7K2UE50w', 0, 1795780337179, 1798371437179, '127.0.0.1', 'node', '2026-11-27T11:37:17.179Z', '2026-11-27T11:37:17.220Z');
INSERT INTO "_auth_tokens" ("user_id", "kind", "hash", "epoch", "redirect_to", "expires_at_ms", "created_at") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'verification', 'b6ca2dc258172b3814ec3c0e8af0892980f4ba8d165c6489c87d0f574e6df7a4', 0, NULL, 1795865836917, '2026-11-27T11:37:16.917Z');
INSERT INTO "_auth_mails" ("job_id", "sent_at_ms") VALUES ('01a21ccb-a129-7000-a1c8-6255879b38bb', 1795779436944);
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '228c8cfb1a90adb8fffdcf3ed44eaac04464cdcff17829df12f7a1937e339c73');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '8660f8959f188ddb9de9104e4bbf64083042d6ac8f37bb76284d20f9da25d450');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '95aab377f2358477851725dcd4a3a8a1685cac4a654dbf1244cacf44b99cb930');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '96cd5ca138cd1c3bc23918e929337f2a314ddba88fbec55abfff5d00a5a93d3e');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '96d11c2cea4f7aa03a8ce0e01fcaf8f36050141926f162be65710cf3979f02cc');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', '9b02b8b80379aa2b46c9888fe68986732ec8aa5082a2c8d05897959402ea0d2e');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'a10be04da4d7c61c889e2d080decb8aeab522caa6293b846dcd95109d2a51a66');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'bb704a30c6ee52e80f251d1b3dbe5d1dbd67cf97a53aacb6914fa5345b7cdf6f');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'd80b6e0cd70f474d8cc2844267e86b46d73588ba3a1ed2f28c3ddadb4038b627');
INSERT INTO "_recovery_codes" ("user_id", "hash") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 'dc6db1f5ffae66034340868c60c679580f15099e099364e80e736d2226738cb4');
INSERT INTO "_totp_steps" ("user_id", "step") VALUES ('01a21ccb-a124-7000-beea-f499bf757d34', 59859314);
INSERT INTO "_files" ("id", "created_at", "updated_at", "owner_id", "name", "path", "size", "mime_type", "visibility", "checksum_sha256", "width", "height", "metadata", "link_version") VALUES ('01a21ccb-9f9d-7000-86fd-c558d0af6d0c', '2026-11-27T11:37:16.467Z', '2026-11-27T11:37:16.467Z', NULL, 'docs', 'docs', 100029, 'text/plain', 'public', '8deb2d27437fc8d7a1127ebea811dd2e65d478c66db232f74d16f2a36569cd50', NULL, NULL, '{}', 1);
INSERT INTO "_storage_usage" ("id", "files", "bytes") VALUES (1, 1, 100029);
INSERT INTO "_messages" ("id", "body", "from_name", "from_email", "user_id", "sender_verified", "metadata", "status", "spam_reason", "source_url", "created_at", "read_at", "notified_at") VALUES ('01a21ccb-aaa1-7000-be57-fc819661b0dd', 'Hello there', NULL, 'bob@example.com', NULL, 0, '{}', 'unread', NULL, NULL, '2026-11-27T11:37:19.265Z', NULL, NULL);
INSERT INTO "_message_texts" ("hash", "spam_until") VALUES ('4e47826698bb4630fb4451010062fadbf85d61427cbdfaed7ad0f23f239bed89', 1795780039265);
INSERT INTO "_message_hour" ("id", "started_at", "mails", "digest_at", "version") VALUES (1, 1795779439303, 1, NULL, 1);
INSERT INTO "_webhooks" ("id", "table_id", "on_insert", "on_update", "on_delete", "url", "description", "enabled", "disabled_reason", "disabled_at", "consecutive_failures", "secret", "previous_secret", "previous_secret_until_ms", "lease_owner", "lease_until_ms", "disabled_mail_due", "created_at", "updated_at", "listen_until_ms") VALUES ('01a21ccb-aa3f-7000-871a-3d2bf9eaaf8a', '01a21ccb-a041-7001-a7a0-17421867ec16', 1, 0, 0, 'https://example.com/hook', NULL, 1, NULL, NULL, 0, 'ARsjsU-2C_l1gvmWjWMuS7f7hhksX1m7fmI00yiD9iSAOEM-hkd8xnieReL4', NULL, 0, NULL, 0, 0, '2026-11-27T11:37:19.167Z', '2026-11-27T11:37:19.167Z', 0);
INSERT INTO "_functions" ("name", "kind", "access", "schedule", "timezone", "timeout_ms", "retries", "description", "enabled", "origin", "version_id", "version", "revision", "next_run_at", "created_at", "updated_at", "deployed_at") VALUES ('greet', 'http', 'public', NULL, 'UTC', NULL, 0, NULL, 1, 'api', '01a21ccb-a7a5-7000-b6bf-d0e0707d724f', 2, 2, NULL, '2026-11-27T11:37:18.480Z', '2026-11-27T11:37:18.778Z', '2026-11-27T11:37:18.778Z');
INSERT INTO "_functions" ("name", "kind", "access", "schedule", "timezone", "timeout_ms", "retries", "description", "enabled", "origin", "version_id", "version", "revision", "next_run_at", "created_at", "updated_at", "deployed_at") VALUES ('nightly', 'scheduled', 'public', '0 3 * * *', 'UTC', NULL, 0, NULL, 1, 'api', '01a21ccb-a90b-7000-a7ec-1206f6c61a9b', 1, 1, '2026-11-28T03:00:00.000Z', '2026-11-27T11:37:19.148Z', '2026-11-27T11:37:19.148Z', '2026-11-27T11:37:19.147Z');
INSERT INTO "_functions" ("name", "kind", "access", "schedule", "timezone", "timeout_ms", "retries", "description", "enabled", "origin", "version_id", "version", "revision", "next_run_at", "created_at", "updated_at", "deployed_at") VALUES ('shown', 'http', 'public', NULL, 'UTC', NULL, 0, NULL, 1, 'deployment', '01a21ccb-ae76-7000-8db7-89228d4e475d', 2, 2, NULL, '2026-11-27T11:37:20.146Z', '2026-11-27T11:37:20.418Z', '2026-11-27T11:37:20.418Z');
INSERT INTO "_function_versions" ("id", "function", "number", "size_bytes", "created_at", "files", "module", "source_map") VALUES ('01a21ccb-a6c2-7000-9f91-e948479cf6c1', 'greet', 1, 304, '2026-11-27T11:37:18.479Z', '{"index.ts":"export default async (ctx) => ({ token: ctx.secrets.TOKEN, from: \"v1\" })"}', 'var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// function:index.ts
var index_default = /* @__PURE__ */ __name(async (ctx) => ({ token: ctx.secrets.TOKEN, from: "v1" }), "default");
export {
  index_default as default
};
', '{
  "version": 3,
  "sources": ["function:index.ts"],
  "mappings": ";;;;AAAA,IAAO,gBAAQ,8BAAO,SAAS,EAAE,OAAO,IAAI,QAAQ,OAAO,MAAM,KAAK,IAAvD;",
  "names": []
}
');
INSERT INTO "_function_versions" ("id", "function", "number", "size_bytes", "created_at", "files", "module", "source_map") VALUES ('01a21ccb-a7a5-7000-b6bf-d0e0707d724f', 'greet', 2, 304, '2026-11-27T11:37:18.778Z', '{"index.ts":"export default async (ctx) => ({ token: ctx.secrets.TOKEN, from: \"v2\" })"}', 'var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// function:index.ts
var index_default = /* @__PURE__ */ __name(async (ctx) => ({ token: ctx.secrets.TOKEN, from: "v2" }), "default");
export {
  index_default as default
};
', '{
  "version": 3,
  "sources": ["function:index.ts"],
  "mappings": ";;;;AAAA,IAAO,gBAAQ,8BAAO,SAAS,EAAE,OAAO,IAAI,QAAQ,OAAO,MAAM,KAAK,IAAvD;",
  "names": []
}
');
INSERT INTO "_function_versions" ("id", "function", "number", "size_bytes", "created_at", "files", "module", "source_map") VALUES ('01a21ccb-a90b-7000-a7ec-1206f6c61a9b', 'nightly', 1, 265, '2026-11-27T11:37:19.147Z', '{"index.ts":"export default async () => \"done\""}', 'var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// function:index.ts
var index_default = /* @__PURE__ */ __name(async () => "done", "default");
export {
  index_default as default
};
', '{
  "version": 3,
  "sources": ["function:index.ts"],
  "mappings": ";;;;AAAA,IAAO,gBAAQ,mCAAY,QAAZ;",
  "names": []
}
');
INSERT INTO "_function_versions" ("id", "function", "number", "size_bytes", "created_at", "files", "module", "source_map") VALUES ('01a21ccb-ab2c-7000-ab28-2a1cff406d11', 'shown', 1, 274, '2026-11-27T11:37:20.036Z', '{"functions/shown.ts":"export default async () => \"one\""}', 'var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// function:functions/shown.ts
var shown_default = /* @__PURE__ */ __name(async () => "one", "default");
export {
  shown_default as default
};
', '{
  "version": 3,
  "sources": ["function:functions/shown.ts"],
  "mappings": ";;;;AAAA,IAAO,gBAAQ,mCAAY,OAAZ;",
  "names": []
}
');
INSERT INTO "_function_versions" ("id", "function", "number", "size_bytes", "created_at", "files", "module", "source_map") VALUES ('01a21ccb-ae76-7000-8db7-89228d4e475d', 'shown', 2, 326, '2026-11-27T11:37:20.380Z', '{"functions/lib/word.ts":"export const word = \"two\"","functions/shown.ts":"import { word } from \"./lib/word.ts\"; export default async () => word"}', 'var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// function:functions/lib/word.ts
var word = "two";

// function:functions/shown.ts
var shown_default = /* @__PURE__ */ __name(async () => word, "default");
export {
  shown_default as default
};
', '{
  "version": 3,
  "sources": ["function:functions/lib/word.ts", "function:functions/shown.ts"],
  "mappings": ";;;;AAAO,IAAM,OAAO;;;ACAkB,IAAO,gBAAQ,mCAAY,MAAZ;",
  "names": []
}
');
INSERT INTO "_function_secrets" ("name", "sealed", "updated_at") VALUES ('TOKEN', 'AWCMGxqJZ5d3BjsmsUZVSBnbXniOIW-nZFc2s_DJzzMcz2nnj2wYBiir3Q', '2026-11-27T11:37:17.264Z');
INSERT INTO "_app_state" ("id", "deployment_id", "last_number", "revision") VALUES (1, '01a21ccb-af1f-7000-911d-480613466c0a', 2, 2);
INSERT INTO "_app_deployments" ("id", "number", "files", "size_bytes", "functions", "webhooks", "created_at") VALUES ('01a21ccb-ae10-7000-bf4e-4ca5bd65d0aa', 1, 1, 33, '["shown"]', '[]', '2026-11-27T11:37:20.144Z');
INSERT INTO "_app_deployments" ("id", "number", "files", "size_bytes", "functions", "webhooks", "created_at") VALUES ('01a21ccb-af1f-7000-911d-480613466c0a', 2, 2, 5048, '["shown"]', '[]', '2026-11-27T11:37:20.415Z');
INSERT INTO "_app_contents" ("hash", "blob_id", "size", "br_size", "gzip_size") VALUES ('126cb1e1ff39d4d5bd90528945c2f81c3ea6da46938e8c2333830dba0d56a4f4', '01a21ccb-adeb-7000-b7f5-193ff623a4eb', 33, 0, 0);
INSERT INTO "_app_contents" ("hash", "blob_id", "size", "br_size", "gzip_size") VALUES ('8526a2c73758a5181dad0f8b5e8995e02698d01eacbd3ee4d5ced526b56c1aa1', '01a21ccb-aefe-7000-9e93-0b6ff35d17ff', 33, 0, 0);
INSERT INTO "_app_contents" ("hash", "blob_id", "size", "br_size", "gzip_size") VALUES ('f8fc48f3489db6d5fec46b7fde746944d116ad96731fbbaa527609dbdacabf78', '01a21ccb-af06-7000-9893-82beb11c832d', 5015, 34, 58);
INSERT INTO "_app_files" ("deployment_id", "path", "hash", "mime_type") VALUES ('01a21ccb-ae10-7000-bf4e-4ca5bd65d0aa', 'index.html', '126cb1e1ff39d4d5bd90528945c2f81c3ea6da46938e8c2333830dba0d56a4f4', 'text/html; charset=utf-8');
INSERT INTO "_app_files" ("deployment_id", "path", "hash", "mime_type") VALUES ('01a21ccb-af1f-7000-911d-480613466c0a', 'app.js', 'f8fc48f3489db6d5fec46b7fde746944d116ad96731fbbaa527609dbdacabf78', 'text/javascript; charset=utf-8');
INSERT INTO "_app_files" ("deployment_id", "path", "hash", "mime_type") VALUES ('01a21ccb-af1f-7000-911d-480613466c0a', 'index.html', '8526a2c73758a5181dad0f8b5e8995e02698d01eacbd3ee4d5ced526b56c1aa1', 'text/html; charset=utf-8');
INSERT INTO "_function_deployments" ("deployment_id", "function", "version_id", "options") VALUES ('01a21ccb-ae10-7000-bf4e-4ca5bd65d0aa', 'shown', '01a21ccb-ab2c-7000-ab28-2a1cff406d11', '{"trigger":"http","access":"public","schedule":null,"timezone":null,"timeout_ms":null,"retries":0,"description":null}');
INSERT INTO "_function_deployments" ("deployment_id", "function", "version_id", "options") VALUES ('01a21ccb-af1f-7000-911d-480613466c0a', 'shown', '01a21ccb-ae76-7000-8db7-89228d4e475d', '{"trigger":"http","access":"public","schedule":null,"timezone":null,"timeout_ms":null,"retries":0,"description":null}');
INSERT INTO "_integrations" ("kind", "provider", "options", "sealed", "created_at", "updated_at") VALUES ('ai', 'anthropic', '{"model":"a-model"}', 'Aaytd-xIEMbcCF1FXq8rEPAc79FCOTbYqMYRxLLVXiwXSY9zy-eYkF_UjPbiGGyoxL1LZwU', '2026-11-27T11:37:20.460Z', '2026-11-27T11:37:20.460Z');
INSERT INTO "_integrations" ("kind", "provider", "options", "sealed", "created_at", "updated_at") VALUES ('payments', 'stripe', '{}', 'AWhDFl2an8ZfCj3ZpFWBZ3T2JKyBOrwuijGTl2fm3J2mc3Ibn3QkwtVgSDkrgcmsW9aLvKQHDrXYJxamAmgvzFLu0M0Q3FwFyulYF0w5ZuaBrPJ4cX81urk', '2026-11-27T11:37:20.463Z', '2026-11-27T11:37:20.463Z');
INSERT INTO "_balance" ("id", "balance", "full_balance", "noticed", "revision") VALUES (1, 0, 0, 'empty', 0);
INSERT INTO "_payment_state" ("id", "revision") VALUES (1, 0);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7000-8407-8e1bd45ace8a', '2026-11-27T11:37:16.404Z', '01a21ccb-9f75-7000-bbf2-4ab898554e65', 'POST', '/api/baas/shop/storage/upload', 201, NULL, NULL, 68.67, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7001-9588-69c244f126eb', '2026-11-27T11:37:16.774Z', '01a21ccb-a0e6-7000-8a09-3bd8a9cd58cb', 'POST', '/api/baas/shop/auth/signup', 201, NULL, NULL, 119.25, 'anonymous', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7002-a66e-37b96350fc1b', '2026-11-27T11:37:16.898Z', '01a21ccb-a161-7000-9332-84a719ceaf91', 'POST', '/api/baas/shop/data/teams', 201, NULL, NULL, 19.49, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7003-bc2a-ae150e9893b6', '2026-11-27T11:37:16.944Z', '01a21ccb-a190-7000-b7de-8dfd8b8d258b', 'POST', '/api/baas/shop/data/people', 201, NULL, NULL, 15.61, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7004-aecc-9209aa43ec7e', '2026-11-27T11:37:16.964Z', '01a21ccb-a1a4-7000-be10-a24fd5d8c38f', 'PATCH', '/api/baas/shop/data/teams/01a00000-0000-7000-8000-000000000001', 200, NULL, NULL, 17.05, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7005-95d7-9bff0197cda6', '2026-11-27T11:37:17.065Z', '01a21ccb-a209-7000-9d6a-6d7861183ef8', 'POST', '/api/baas/shop/auth/login', 200, NULL, NULL, 128.13, 'anonymous', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7006-83b1-f348b93cd06b', '2026-11-27T11:37:17.197Z', '01a21ccb-a28d-7000-8a31-c8f5bb52218e', 'POST', '/api/baas/shop/auth/mfa/totp/enroll', 200, NULL, NULL, 5.8, 'user:01a21ccb-a124-7000-beea-f499bf757d34', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7007-b2c1-3813a3064985', '2026-11-27T11:37:17.220Z', '01a21ccb-a2a4-7000-bf4b-5f9c3da4c1f5', 'POST', '/api/baas/shop/auth/mfa/totp/verify', 200, NULL, NULL, 21.04, 'user:01a21ccb-a124-7000-beea-f499bf757d34', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7008-bee8-13113c96e623', '2026-11-27T11:37:19.263Z', '01a21ccb-aa9e-7000-bdbc-e16ddf68ac7c', 'POST', '/api/baas/shop/messages', 201, NULL, NULL, 12.49, 'anonymous', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-7009-bb8c-6e8b9c68c972', '2026-11-27T11:37:20.623Z', '01a21ccb-afef-7000-a3be-d30404a541ff', 'GET', '/api/baas/shop/data/teams', 200, NULL, NULL, 1.98, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-700a-a15b-d1c1c68fbf6b', '2026-11-27T11:37:20.625Z', '01a21ccb-aff2-7000-91fb-d530df68ea33', 'GET', '/api/baas/shop/data/people', 200, NULL, NULL, 0.51, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_request_log" ("id", "at", "request_id", "method", "path", "status", "code", "error", "duration_ms", "caller", "ip", "user_agent", "run_id") VALUES ('01a21ccb-b0d1-700b-b640-f877da1d20be', '2026-11-27T11:37:20.627Z', '01a21ccb-aff3-7000-b5f4-8a0b86918ef1', 'GET', '/api/baas/shop/data/teams', 200, NULL, NULL, 4.06, 'secret:key:01a21ccb-9f6f-7000-8700-93905b804e76', '127.0.0.1', 'node', NULL);
INSERT INTO "_log_spans" ("source", "span_ms", "bytes") VALUES ('request', 1795779300000, 3356);
INSERT INTO "teams" ("id", "created_at", "updated_at", "owner_id", "name", "logo", "parent", "size", "score", "open", "since", "seen", "extra", "note", "lead") VALUES ('01a00000-0000-7000-8000-000000000001', '2026-11-27T11:37:16.898Z', '2026-11-27T11:37:16.964Z', NULL, 'West', '01a21ccb-9f9d-7000-86fd-c558d0af6d0c', '01a00000-0000-7000-8000-000000000002', NULL, NULL, 1, NULL, '2026-01-31T12:00:00.123Z', NULL, 'hush', '01a21ccb-a191-7000-a279-8d46239b78b9');
INSERT INTO "teams" ("id", "created_at", "updated_at", "owner_id", "name", "logo", "parent", "size", "score", "open", "since", "seen", "extra", "note", "lead") VALUES ('01a00000-0000-7000-8000-000000000002', '2026-11-27T11:37:16.898Z', '2026-11-27T11:37:16.898Z', NULL, 'Öst "2"', NULL, NULL, 9007199254740991, 0.1, 1, '2026-01-31', NULL, '[1,{"a":null}]', NULL, NULL);
INSERT INTO "people" ("id", "created_at", "updated_at", "owner_id", "team") VALUES ('01a21ccb-a191-7000-a279-8d46239b78b9', '2026-11-27T11:37:16.945Z', '2026-11-27T11:37:16.945Z', '01a21ccb-a124-7000-beea-f499bf757d34', '01a00000-0000-7000-8000-000000000001');
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
CREATE INDEX "_i_01a21ccb9fe07000a1abfb873ed129c7_created_at" ON "teams" ("created_at" DESC);
CREATE UNIQUE INDEX "_u_01a21ccb9fe07000a1abfb873ed129c7_865c45bfd25c" ON "teams" ("name");
CREATE INDEX "_i_01a21ccb9fe07000a1abfb873ed129c7_ac1a8a09bdc3" ON "teams" ("logo" DESC);
CREATE INDEX "_n_01a21ccb9fe07000a1abfb873ed129c7_9d4c7f1d8380" ON "teams" ("parent" DESC, "created_at" DESC);
CREATE INDEX "_i_01a21ccb9fe07000a1abfb873ed129c7_d242c79db0b5" ON "teams" ("name" DESC, "size" DESC);
CREATE INDEX "_i_01a21ccba0417001a7a017421867ec16_created_at" ON "people" ("created_at" DESC);
CREATE INDEX "_n_01a21ccba0417001a7a017421867ec16_1d02442cc348" ON "people" ("team" DESC, "created_at" DESC);
CREATE INDEX "_n_01a21ccb9fe07000a1abfb873ed129c7_682932e9fe3c" ON "teams" ("lead" DESC, "created_at" DESC);
CREATE TRIGGER "_c_01a21ccba0417001a7a017421867ec16_insert" AFTER INSERT ON "people" FOR EACH ROW BEGIN INSERT INTO "_webhook_deliveries" (id, webhook_id, event, table_name, state, body, created_at) SELECT format('%08x-%04x-7%03x-%04x-%04x%08x', unixepoch('subsec') * 1000 >> 16, unixepoch('subsec') * 1000 & 65535,
    random() & 4095, random() & 16383 | 32768, random() & 65535, random() & 4294967295), w.id, 'insert', 'people', CASE w.enabled WHEN 1 THEN 'pending' ELSE 'skipped' END, '{"webhook_id":"' || CAST(w.id AS TEXT) || '","event":"insert","table":"people","timestamp":"' || n.now || '","data":' || '{"record":' || json_object('id', new."id", 'created_at', new."created_at", 'updated_at', new."updated_at", 'owner_id', new."owner_id", 'team', new."team") || '}' || '}', n.now FROM "_webhooks" AS w CROSS JOIN (SELECT strftime('%Y-%m-%dT%H:%M:%fZ') AS now) AS n WHERE w.table_id = '01a21ccb-a041-7001-a7a0-17421867ec16' AND w.on_insert = 1; END;
CREATE TRIGGER "_c_01a21ccba0417001a7a017421867ec16_update" AFTER UPDATE ON "people" FOR EACH ROW WHEN old."id" IS NOT new."id" OR old."created_at" IS NOT new."created_at" OR old."owner_id" IS NOT new."owner_id" OR old."team" IS NOT new."team" BEGIN INSERT INTO "_webhook_deliveries" (id, webhook_id, event, table_name, state, body, created_at) SELECT format('%08x-%04x-7%03x-%04x-%04x%08x', unixepoch('subsec') * 1000 >> 16, unixepoch('subsec') * 1000 & 65535,
    random() & 4095, random() & 16383 | 32768, random() & 65535, random() & 4294967295), w.id, 'update', 'people', CASE w.enabled WHEN 1 THEN 'pending' ELSE 'skipped' END, '{"webhook_id":"' || CAST(w.id AS TEXT) || '","event":"update","table":"people","timestamp":"' || n.now || '","data":' || '{"record":' || json_object('id', new."id", 'created_at', new."created_at", 'updated_at', new."updated_at", 'owner_id', new."owner_id", 'team', new."team") || ',"old_record":' || json_object('id', old."id", 'created_at', old."created_at", 'updated_at', old."updated_at", 'owner_id', old."owner_id", 'team', old."team") || '}' || '}', n.now FROM "_webhooks" AS w CROSS JOIN (SELECT strftime('%Y-%m-%dT%H:%M:%fZ') AS now) AS n WHERE w.table_id = '01a21ccb-a041-7001-a7a0-17421867ec16' AND w.on_update = 1; END;
CREATE TRIGGER "_c_01a21ccba0417001a7a017421867ec16_delete" AFTER DELETE ON "people" FOR EACH ROW BEGIN INSERT INTO "_webhook_deliveries" (id, webhook_id, event, table_name, state, body, created_at) SELECT format('%08x-%04x-7%03x-%04x-%04x%08x', unixepoch('subsec') * 1000 >> 16, unixepoch('subsec') * 1000 & 65535,
    random() & 4095, random() & 16383 | 32768, random() & 65535, random() & 4294967295), w.id, 'delete', 'people', CASE w.enabled WHEN 1 THEN 'pending' ELSE 'skipped' END, '{"webhook_id":"' || CAST(w.id AS TEXT) || '","event":"delete","table":"people","timestamp":"' || n.now || '","data":' || '{"record":null,"old_record":' || json_object('id', old."id", 'created_at', old."created_at", 'updated_at', old."updated_at", 'owner_id', old."owner_id", 'team', old."team") || '}' || '}', n.now FROM "_webhooks" AS w CROSS JOIN (SELECT strftime('%Y-%m-%dT%H:%M:%fZ') AS now) AS n WHERE w.table_id = '01a21ccb-a041-7001-a7a0-17421867ec16' AND w.on_delete = 1; END;
CREATE INDEX "_i_01a21ccbaf4f7001ba1f43530f7e688f_created_at" ON "payments" ("created_at" DESC);
CREATE INDEX "_n_01a21ccbaf4f7001ba1f43530f7e688f_9e195620a194" ON "payments" ("status" DESC, "created_at" DESC);
CREATE INDEX "_n_01a21ccbaf4f7001ba1f43530f7e688f_2ddd06e1c976" ON "payments" ("user_id" DESC, "created_at" DESC);
CREATE UNIQUE INDEX "_u_01a21ccbaf4f7001ba1f43530f7e688f_c89cd849205e" ON "payments" ("provider_payment_id");
CREATE INDEX "_n_01a21ccbaf4f7001ba1f43530f7e688f_9a29f2b6735b" ON "payments" ("provider_session_id" DESC, "created_at" DESC);
CREATE INDEX "_n_01a21ccbaf4f7001ba1f43530f7e688f_25a2b4042224" ON "payments" ("subscription_id" DESC, "created_at" DESC);
