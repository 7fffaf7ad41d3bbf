export interface paths {
    "/api/cloud/projects/{project_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists changes of the project by members, failed sign-ins, refused access and exports, newest first */
        get: operations["listProjectAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists changes in all projects and accounts: all for the admin token, otherwise the account’s own */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns requests, runs, deliveries and storage over time */
        get: operations["getProjectMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the requests answered, or the lines functions logged, in the last three days */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/mailbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the mails of the projects that the caller administers, newest first; in development mode only */
        get: operations["listMailbox"];
        put?: never;
        post?: never;
        /** Deletes the mails that the caller may read; in development mode only */
        delete: operations["clearMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/mail-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the mails that users of the project get, with their texts */
        get: operations["listMailTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/mail-templates/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the text of a mail */
        get: operations["getMailTemplate"];
        /** Sets the project’s own text of a mail; parts that are not sent keep the default text */
        put: operations["setMailTemplate"];
        post?: never;
        /** Resets a mail to its default text */
        delete: operations["resetMailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/mail-templates/{kind}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Previews a mail with sample values, from the text that is sent or the active one; saves and mails nothing */
        post: operations["previewMailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/mail-templates/{kind}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails the text that is sent, or the active one, with sample values; by default to the caller */
        post: operations["testMailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates the first account with the one-time token printed at the first start */
        post: operations["createFirstOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a console session, or requests the second factor */
        post: operations["signInOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/mfa/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Completes a sign-in with a code of the authenticator app or a recovery code */
        post: operations["answerOperatorChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the console session of the cookie, or all sessions of its account; succeeds without a session */
        post: operations["signOutOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the options for signing in with a passkey, the same for every caller */
        post: operations["startOperatorPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a console session with a passkey, which counts as both factors */
        post: operations["signInOperatorWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a password reset mail if the address has an account */
        post: operations["forgotOperatorPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a new password by the token of a reset mail and ends all sessions */
        post: operations["resetOperatorPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the account of the token or session */
        get: operations["getOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the name of the signed-in account */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/api/cloud/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password and ends the other sessions */
        post: operations["changeOperatorPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the console sessions of the signed-in account, newest first */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends a console session of the caller */
        delete: operations["endOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists sign-ins, failed sign-ins and changes of the signed-in account, newest first */
        get: operations["listOperatorEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/mfa/totp/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a secret for an authenticator app; it takes effect once a code confirms it */
        post: operations["enrollOperatorTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/mfa/totp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns the second factor on with a first code; only this answer shows the recovery codes */
        post: operations["confirmOperatorTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/mfa/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Turns the second factor off */
        delete: operations["removeOperatorTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the options the browser needs to create a passkey for the signed-in account */
        post: operations["startOperatorPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the passkeys of the signed-in account, oldest first */
        get: operations["listOperatorPasskeys"];
        put?: never;
        /** Adds the passkey the browser created and notifies its owner by mail */
        post: operations["addOperatorPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/auth/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a passkey of the caller, unless it is their only way to sign in */
        delete: operations["removeOperatorPasskey"];
        options?: never;
        head?: never;
        /** Renames a passkey of the caller */
        patch: operations["renameOperatorPasskey"];
        trace?: never;
    };
    "/api/cloud/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the personal tokens of the signed-in account */
        get: operations["listPersonalTokens"];
        put?: never;
        /** Creates a personal token, which only this answer shows */
        post: operations["createPersonalToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a personal token at once, with every token and key created with it */
        delete: operations["deletePersonalToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all accounts and open invitations; for instance operators */
        get: operations["listOperators"];
        put?: never;
        /** Invites an address to create an account by a link that only this answer shows; for instance operators */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/operators/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an account or an invitation; for instance operators */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        /** Grants or withdraws the rights of an instance operator, disables or enables an account; for instance operators */
        patch: operations["changeOperator"];
        trace?: never;
    };
    "/api/cloud/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the version and addresses of the installation; for instance operators also its environment */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the projects that the account is a member of */
        get: operations["listProjects"];
        put?: never;
        /** Creates a project owned by the account; its id derives from the name unless the request sets it */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a project */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Deletes the project with everything in it, at once and for good */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Changes the name or the allowed origins */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the secret keys, without the keys themselves */
        get: operations["listKeys"];
        put?: never;
        /** Creates a secret key, which only this answer shows */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a secret key at once */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/keys/rotate-public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the public key; the old key stops working at once */
        post: operations["rotatePublicKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns all settings, including defaults */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the settings that are sent and returns all settings */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verifies a domain of the app by its TXT record; an instance operator may confirm it without one */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what the project uses and its limits */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the members and the open invitations */
        get: operations["listMembers"];
        put?: never;
        /** Invites an address by a link that only this answer shows, whether or not the address has an account */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a member with their keys, invitations, tokens and sessions, or an invitation; members may remove themselves */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Changes the role of a member */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/members/{member_id}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the keys, invitations, tokens and sessions that end when the member is removed */
        get: operations["previewMemberRemoval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accepts an invitation, for the signed-in account or a new one */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the users, newest first */
        get: operations["listUsers"];
        put?: never;
        /** Creates a user with a password, a password hash, or neither */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports up to 1,000 users with their password hashes; invalid users are skipped and reported */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Deletes a user and all their sessions; their rows stay */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Changes the fields that are sent, effective with the user’s next request */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the active sessions of a user, newest first */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one session of a user */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends all sessions of a user */
        post: operations["signOutUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/send-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails a user a link to set a new password */
        post: operations["sendReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Turns off the second factor of a user who has lost it */
        delete: operations["removeUserFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the passkeys of a user, oldest first */
        get: operations["listUserPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/users/{user_id}/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a passkey of a user who has lost it */
        delete: operations["removeUserPasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the host of new passkeys and the number of passkeys of each host */
        get: operations["getPasskeyHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tables */
        get: operations["listTables"];
        put?: never;
        /** Creates a table */
        post: operations["createTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a table with the number of its rows */
        get: operations["getTable"];
        put?: never;
        post?: never;
        /** Deletes a table with all its rows */
        delete: operations["deleteTable"];
        options?: never;
        head?: never;
        /** Renames a table and changes its columns and rules, all or nothing */
        patch: operations["alterTable"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/table-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Changes of large tables that are under way, and those of the last 7 days, newest first */
        get: operations["listTableChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/table-changes/{change_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a change of a large table is */
        get: operations["getTableChange"];
        put?: never;
        post?: never;
        /** Cancels a change of a large table: the table stays as it was */
        delete: operations["cancelTableChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/slow-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns slow lists of all tables, each with the index that would make it fast */
        get: operations["listSlowListsOfProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables/{name}/slow-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns slow lists of the table, each with the index that would make it fast */
        get: operations["listSlowLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables/{name}/search-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compares the search index with the rows, for a few seconds at a time */
        get: operations["checkSearchIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables/{name}/rules/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tests a rule for a user or a visitor */
        post: operations["testRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the OpenAPI 3.1 description of the project’s own tables, hidden columns included */
        get: operations["getProjectDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/types.ts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns TypeScript types of the project’s tables and functions: the text of `service-env.d.ts` */
        get: operations["getProjectTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/data/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the rows that match, with long values cut on request */
        get: operations["listRowsAsMember"];
        put?: never;
        /** Inserts one row, or up to 100 rows, all or nothing */
        post: operations["insertRowsAsMember"];
        /** Deletes all matching rows that the caller may read and delete */
        delete: operations["deleteRowsAsMember"];
        options?: never;
        head?: never;
        /** Changes all matching rows that the caller may read and change */
        patch: operations["updateRowsAsMember"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/data/{table}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads one row, with long values cut on request */
        get: operations["getRowAsMember"];
        put?: never;
        post?: never;
        /** Deletes one row and returns it */
        delete: operations["deleteRowAsMember"];
        options?: never;
        head?: never;
        /** Changes one row */
        patch: operations["updateRowAsMember"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/data/{table}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams all matching rows that the caller may read, as CSV or JSON */
        get: operations["exportRowsAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/data/{table}/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts, sums and groups the rows that the caller may read */
        post: operations["aggregateRowsAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/data/{table}/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs up to 100 changes in order, all or nothing unless `atomic` is false */
        post: operations["batchRowsAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/row-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the changes that members made to rows within a day, newest first */
        get: operations["listRowChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/row-changes/{change_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes a change of rows of the last day: all of it, or 409 `conflict` with the reason */
        post: operations["undoRowChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/tables/{name}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports rows from a CSV or JSON file of any size */
        post: operations["importRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores one file, or up to 10 files, all or nothing */
        post: operations["uploadFilesAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the matching files that the caller may read */
        get: operations["listFilesAsMember"];
        put?: never;
        post?: never;
        /** Deletes the files below a prefix that the caller may delete */
        delete: operations["deleteFilesAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a file’s metadata */
        get: operations["getFileAsMember"];
        put?: never;
        post?: never;
        /** Deletes a file with its bytes and links, and returns its metadata */
        delete: operations["deleteFileAsMember"];
        options?: never;
        head?: never;
        /** Changes name, path, visibility or metadata; making a file private revokes its signed links */
        patch: operations["updateFileAsMember"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/files/{id}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a link with which anyone can download the file for a limited time */
        post: operations["signFileAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/files/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads a file; public files and signed links need no key */
        get: operations["downloadFileAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/storage/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the folders directly below a prefix, with the number and size of their files */
        get: operations["listFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the messages, newest first, and the number of unread ones */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/messages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports all matching messages, oldest first, as CSV or JSON */
        get: operations["exportMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a message */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        /** Deletes a message permanently */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        /** Marks a message as read, archives it, or moves it into or out of spam */
        patch: operations["updateMessage"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the plan and the balance with its newest entries */
        get: operations["getBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the plan */
        patch: operations["changePlan"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/billing/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the entries of the balance, newest first */
        get: operations["listBillingEntries"];
        put?: never;
        /** Adds to or subtracts from the balance; for instance operators */
        post: operations["addBillingEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/billing/entries/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports the entries of the balance, oldest first, as CSV or JSON */
        get: operations["exportBillingEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the prices of integration calls, in minor units */
        get: operations["getPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the price list; for instance operators */
        patch: operations["changePrices"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the integrations, connected or not */
        get: operations["listIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/integrations/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a connection, without its credentials */
        get: operations["getIntegration"];
        /** Connects a provider; credentials that are not sent keep their values */
        put: operations["connectIntegration"];
        post?: never;
        /** Disconnects a provider and deletes its credentials */
        delete: operations["disconnectIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/integrations/{kind}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks the credentials with the provider */
        post: operations["testIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/payments/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fetches the payment provider’s events since a time, at most 30 days ago, and applies those that never arrived */
        post: operations["reconcilePayments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/payments/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends signed sample events to the project’s endpoint; needs a test mode key, except for test_event, which creates no row */
        post: operations["simulatePayments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/payments/test-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes all rows of payments and subscriptions of the provider's test mode */
        delete: operations["deleteTestPayments"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the functions */
        get: operations["listFunctions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a function with its sources and stored versions */
        get: operations["getFunction"];
        /** Deploys a function or changes the options that are sent; a source that fails to load changes nothing */
        put: operations["putFunction"];
        post?: never;
        /** Deletes a function with all its versions */
        delete: operations["deleteFunction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activates an earlier version of a function again */
        post: operations["rollBackFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a function now, or repeats an earlier run with its payload; answers when the run has ended */
        post: operations["runFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the runs of all functions, newest first */
        get: operations["listAllRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the next times at which a schedule would run */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the runs of a function, newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a run with its payload and its log */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/functions/{name}/later": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a run of an http function, for now or later */
        post: operations["orderJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the queued runs, newest first */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/jobs/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resumes the jobs of a project that was restored paused */
        post: operations["resumeJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a job with its payload */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Cancels a waiting job */
        delete: operations["cancelJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a failed or cancelled job again, with all its retries */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/jobs/{job_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a waiting job now */
        post: operations["runJobNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the names of the secrets; their values are never shown */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets a secret, which functions can read in ctx.secrets from their next call on */
        put: operations["setSecret"];
        post?: never;
        /** Deletes a secret */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Creates a webhook, which sends changes of a table to an address */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Deletes a webhook; pending deliveries are not sent */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Changes the fields that are sent; `enabled: false` skips pending deliveries, `secret: null` removes the secret */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a webhook and resets its failure counter; skipped deliveries stay skipped */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the secret; both sign for 24 hours. Without `secret` the server creates one and shows it once */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a sample insert once, even while the webhook is disabled; the log has the outcome */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the deliveries of the last 30 days with their outcomes, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a delivery with every attempt: what was sent and what was answered */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retries a delivery once, with the same id and bytes */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retries once every delivery since a time that failed or was skipped */
        post: operations["resendFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a webhook whose deliveries are fetched; it is deleted a minute after the last fetch */
        post: operations["listenToWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetches the waiting deliveries, signed */
        get: operations["fetchPendingDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records the outcome of a fetched delivery in the log */
        post: operations["reportDeliveryResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the stored deployments, newest first */
        get: operations["listDeployments"];
        put?: never;
        /** Publishes a tar.gz of dist/, webhook/ and functions/, switching to all of it at once or not at all */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/deployments/{deployment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a deployment */
        get: operations["getDeployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/deployments/{deployment_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activates a stored deployment again, with its functions and handlers */
        post: operations["rollBackDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns all tables with their rules and all function options, in the format of schema.json */
        get: operations["getSchemaDocument"];
        /** Changes tables and function options to match the schema, in one transaction */
        put: operations["putSchema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the whole project as one archive */
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the stored backups, newest first */
        get: operations["listBackups"];
        put?: never;
        /** Creates a stored backup and verifies it by reading it back */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/backups/{backup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a backup with its progress and size */
        get: operations["getBackup"];
        put?: never;
        post?: never;
        /** Deletes a stored backup */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/backups/{backup_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads a stored backup, whole or a range of it */
        get: operations["fetchBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores the project from an archive, all or nothing */
        post: operations["restoreProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/restore/moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the moments of the continuous archive to which the project can be restored */
        get: operations["getRestoreMoments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/restores/{restore_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the progress of a restore */
        get: operations["getRestore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/projects/{project_id}/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads any project as one archive; for instance operators */
        get: operations["backUpProjectOfInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/projects/{project_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores any project from an archive; for instance operators */
        post: operations["restoreProjectOfInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/projects/{project_id}/restores/{restore_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the progress of a restore; for instance operators */
        get: operations["getRestoreOfInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the control plane as lines of JSON: accounts, members, tokens as hashes, balances; for instance operators */
        get: operations["backUpInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores the control plane of a backup into an empty installation; for instance operators */
        post: operations["restoreInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/databases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the databases that hold projects; for instance operators */
        get: operations["listDatabases"];
        put?: never;
        /** Adds an empty database for projects; for instance operators */
        post: operations["addDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/instance/databases/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a database with its projects, size, connections and state; for instance operators */
        get: operations["getDatabase"];
        put?: never;
        post?: never;
        /** Removes a database that holds no projects; for instance operators */
        delete: operations["deleteDatabase"];
        options?: never;
        head?: never;
        /** Changes whether a database takes new projects, its weight or its address; for instance operators */
        patch: operations["changeDatabase"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves the project to another database; for instance operators */
        post: operations["moveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the moves of the project between databases, newest first; for instance operators */
        get: operations["listMoves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/moves/{move_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the progress of a move; for instance operators */
        get: operations["getMove"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/oauth/authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the program and the rights it requests, so that the account can decide; for console sessions */
        get: operations["showAuthorization"];
        put?: never;
        /** Approves or denies the request and returns the address to redirect to; for console sessions */
        post: operations["decideAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cloud/oauth/devices/{user_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows which program a user code belongs to; for console sessions */
        get: operations["showDevice"];
        put?: never;
        /** Approves or denies the sign-in of a program by its user code; for console sessions */
        post: operations["decideDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Failure: {
            /** @description An explanation for people to read. */
            error: string;
            /** @description A code for programs to compare. */
            code: string;
            /** @description More information; its fields depend on the code. */
            details?: Record<string, never>;
            request_id: string;
        };
    };
    responses: {
        /** @description The request failed; `code` says why. */
        Failure: {
            headers: {
                /** @description The id of this request in the logs. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listProjectAudit: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of an account’s address, its whole id, `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` matches any characters. */
                action?: string;
                /** @description Part of the name of what was changed. */
                target?: string;
                /** @description ISO 8601 time, inclusive. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project_id: string | null;
                            actor: {
                                /**
                                 * @description `user`: a user of the app; `key`: a secret key; `anonymous`: a caller without credentials.
                                 * @enum {unknown}
                                 */
                                kind: "account" | "admin" | "service" | "user" | "key" | "anonymous";
                                id: string | null;
                                email: string | null;
                            };
                            action: string;
                            target: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The client as it names itself: the command line or MCP. */
                            via: ("cli" | "mcp") | null;
                            ip: string | null;
                            request_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of an account’s address, its whole id, `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` matches any characters. */
                action?: string;
                /** @description Part of the name of what was changed. */
                target?: string;
                /** @description ISO 8601 time, inclusive. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project_id: string | null;
                            actor: {
                                /**
                                 * @description `user`: a user of the app; `key`: a secret key; `anonymous`: a caller without credentials.
                                 * @enum {unknown}
                                 */
                                kind: "account" | "admin" | "service" | "user" | "key" | "anonymous";
                                id: string | null;
                                email: string | null;
                            };
                            action: string;
                            target: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The client as it names itself: the command line or MCP. */
                            via: ("cli" | "mcp") | null;
                            ip: string | null;
                            request_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getProjectMetrics: {
        parameters: {
            query?: {
                /** @description ISO 8601 time, by default a day before `to`. The first step is the one that contains it. */
                from?: string;
                /** @description ISO 8601 time, exclusive; by default the current time. */
                to?: string;
                step?: "5m" | "1h" | "1d";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description The start of the step, in UTC.
                             */
                            at: string;
                            requests: number;
                            /** @description The number of answers with a status of 400 or more. */
                            errors: number;
                            p50_ms: number | null;
                            p95_ms: number | null;
                            runs: number;
                            runs_failed: number;
                            /** @description The number of webhook deliveries that ended, whether they succeeded or failed. */
                            deliveries: number;
                            deliveries_failed: number;
                            /** @description The bytes stored at the end of the step. */
                            storage_bytes: number;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                source?: "request" | "function";
                /** @description The id of an entry: returns entries written after it, oldest first. */
                after?: string;
                /** @description The id of an entry: returns entries written before it. */
                before?: string;
                limit?: number;
                /** @description How many seconds to wait for an entry when there is none. */
                wait?: number;
                /** @description ISO 8601 time: requests that began and lines that were written then or later. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
                /** @description Requests with this id. */
                request_id?: string;
                /** @description Requests with this status: `404`, or `5xx` for a whole class. */
                status?: string;
                /** @description Requests with this method. */
                method?: string;
                /** @description Requests whose path contains this, case-insensitive; `*` matches any characters. */
                path?: string;
                /** @description Requests of this caller: `anonymous`, `user:<id>` or `secret:<id>`. */
                caller?: string;
                /** @description Lines of the function with this name. */
                function?: string;
                /** @description Only lines with this level. */
                level?: "debug" | "info" | "warn" | "error";
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @constant */
                            source: "request";
                            /** Format: date-time */
                            at: string;
                            request_id: string;
                            method: string;
                            /** @description The path without its query. */
                            path: string;
                            status: number;
                            code: string | null;
                            error: string | null;
                            duration_ms: number;
                            caller: string | null;
                            ip: string;
                            user_agent: string | null;
                            run_id: string | null;
                        }[] | {
                            id: string;
                            /** @constant */
                            source: "function";
                            /** Format: date-time */
                            at: string;
                            function: string;
                            run_id: string;
                            /** @enum {unknown} */
                            level: "debug" | "info" | "warn" | "error";
                            message: string;
                        }[];
                        count: number;
                        /** @description Send it as `after` to get the next entries. */
                        cursor: string;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listMailbox: {
        parameters: {
            query?: {
                /** @description Returns only mails to this address. */
                to?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            to: string;
                            from: string;
                            reply_to: string | null;
                            subject: string;
                            text: string;
                            html: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    clearMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listMailTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "verify_email" | "reset_password" | "existing_account" | "password_changed" | "email_changed" | "provider_linked" | "mfa_disabled" | "passkey_added" | "passkey_refused";
                            description: string;
                            variables: string[];
                            subject: string;
                            text: string;
                            button: string;
                            html: string | null;
                            is_default: boolean;
                            updated_at: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "verify_email" | "reset_password" | "existing_account" | "password_changed" | "email_changed" | "provider_linked" | "mfa_disabled" | "passkey_added" | "passkey_refused";
                            description: string;
                            variables: string[];
                            subject: string;
                            text: string;
                            button: string;
                            html: string | null;
                            is_default: boolean;
                            updated_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    setMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject?: string;
                    text?: string;
                    button?: string;
                    /** @description null: the service derives it from the text. */
                    html?: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "verify_email" | "reset_password" | "existing_account" | "password_changed" | "email_changed" | "provider_linked" | "mfa_disabled" | "passkey_added" | "passkey_refused";
                            description: string;
                            variables: string[];
                            subject: string;
                            text: string;
                            button: string;
                            html: string | null;
                            is_default: boolean;
                            updated_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resetMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    previewMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subject?: string;
                    text?: string;
                    button?: string;
                    /** @description null: the service derives it from the text. */
                    html?: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            subject: string;
                            text: string;
                            html: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    subject?: string;
                    text?: string;
                    button?: string;
                    /** @description null: the service derives it from the text. */
                    html?: string | null;
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createFirstOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    email: string;
                    password: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    signInOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        data: {
                            /** @constant */
                            mfa_required: true;
                            mfa_token: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    answerOperatorChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mfa_token: string;
                    code: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    signOutOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    scope?: "local" | "global";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    startOperatorPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The options in WebAuthn’s JSON format. */
                            options: {
                                [key: string]: unknown;
                            };
                            challenge_token: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    signInOperatorWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The challenge token that came with the options. */
                    challenge_token: string;
                    /** @description The result of `PublicKeyCredential.toJSON()`. */
                    credential: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    forgotOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    redirect_to?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resetOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                    /**
                     * @description Also revokes all personal tokens.
                     * @default true
                     */
                    end_tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                    /**
                     * @description Also revokes all personal tokens.
                     * @default false
                     */
                    end_tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_seen_at: string;
                            ip: string | null;
                            user_agent: string | null;
                            current: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    endOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listOperatorEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of an account’s address, its whole id, `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` matches any characters. */
                action?: string;
                /** @description Part of the name of what was changed. */
                target?: string;
                /** @description ISO 8601 time, inclusive. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project_id: string | null;
                            actor: {
                                /**
                                 * @description `user`: a user of the app; `key`: a secret key; `anonymous`: a caller without credentials.
                                 * @enum {unknown}
                                 */
                                kind: "account" | "admin" | "service" | "user" | "key" | "anonymous";
                                id: string | null;
                                email: string | null;
                            };
                            action: string;
                            target: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description The client as it names itself: the command line or MCP. */
                            via: ("cli" | "mcp") | null;
                            ip: string | null;
                            request_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    enrollOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            secret: string;
                            otpauth_url: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    confirmOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recovery_codes: string[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    removeOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    startOperatorPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The options in WebAuthn’s JSON format. */
                            options: {
                                [key: string]: unknown;
                            };
                            challenge_token: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listOperatorPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            /** @description The passkey provider keeps a copy, so the passkey survives the loss of the device. */
                            backed_up: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    addOperatorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 100 characters. */
                    name?: string;
                    /** @description The challenge token that came with the options. */
                    challenge_token: string;
                    /** @description The result of `PublicKeyCredential.toJSON()`. */
                    credential: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            /** @description The passkey provider keeps a copy, so the passkey survives the loss of the device. */
                            backed_up: boolean;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    removeOperatorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    renameOperatorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 100 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            /** @description The passkey provider keeps a copy, so the passkey survives the loss of the device. */
                            backed_up: boolean;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listPersonalTokens: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            expires_at: string | null;
                            projects: string[] | null;
                            role: ("viewer" | "editor" | "admin") | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createPersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    expires_at?: string | null;
                    projects?: string[] | null;
                    role?: ("viewer" | "editor" | "admin") | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            token: string;
                            expires_at: string | null;
                            projects: string[] | null;
                            role: ("viewer" | "editor" | "admin") | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deletePersonalToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            is_operator: boolean;
                            disabled: boolean;
                            mfa_enabled: boolean;
                            /** @enum {unknown} */
                            status: "active" | "disabled" | "invited";
                            /** Format: date-time */
                            created_at: string;
                            last_sign_in_at: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    is_operator?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            is_operator: boolean;
                            disabled: boolean;
                            mfa_enabled: boolean;
                            /** @enum {unknown} */
                            status: "active" | "disabled" | "invited";
                            /** Format: date-time */
                            created_at: string;
                            last_sign_in_at: string | null;
                        } & {
                            /** Format: uri */
                            invite_url: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    is_operator?: boolean;
                    disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            is_operator: boolean;
                            disabled: boolean;
                            mfa_enabled: boolean;
                            /** @enum {unknown} */
                            status: "active" | "disabled" | "invited";
                            /** Format: date-time */
                            created_at: string;
                            last_sign_in_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            version: string;
                            /** @enum {unknown} */
                            mode: "development" | "production";
                            /** Format: uri */
                            public_url: string;
                            apps_domain: string;
                            backups: boolean;
                            /** @description For instance operators: `sqlite` or `postgres`. */
                            engine?: string;
                            /** @description For instance operators: `disk` or `s3`. */
                            blobs?: string;
                            /** @description For instance operators: `smtp`, `mailbox` or `none`. */
                            mail?: string;
                            /** @description For instance operators. */
                            started_at?: string;
                            /** @description For instance operators: free bytes on the disk that holds the data. */
                            free_bytes?: number;
                            /** @description For instance operators: why the last mail could not be sent; null if it was sent. */
                            mail_failure?: {
                                /** Format: date-time */
                                at: string;
                                error: string;
                            } | null;
                            /** @description For instance operators: whether a proxy stood before this request, `none`, `trusted` or `untrusted`. */
                            proxy?: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of the name or the id; `*` matches any characters. */
                search?: string;
                /** @description Adds the figures of the last 24 hours. */
                stats?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            public_key: string;
                            /** Format: uri */
                            base_url: string;
                            /** Format: uri */
                            app_url: string;
                            allowed_origins: string[];
                            settings: {
                                inbox: {
                                    enabled: boolean;
                                    notify_email: string | null;
                                    /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                    notify_email_confirmed: boolean;
                                    captcha: {
                                        provider: string;
                                        verify_url: string | null;
                                        has_secret: boolean;
                                    } | null;
                                };
                                auth: {
                                    signup_enabled: boolean;
                                    verification_required: boolean;
                                    password_min_length: number;
                                    allowed_email_domains: string[];
                                    session_minutes: number;
                                    refresh_days: number;
                                    providers: {
                                        [key: string]: {
                                            issuer?: string;
                                            client_id: string;
                                            has_client_secret: boolean;
                                        };
                                    };
                                    passkeys: {
                                        enabled: boolean;
                                        rp_id?: string;
                                    };
                                };
                                storage: {
                                    upload: string;
                                    redirect: boolean;
                                };
                                app: {
                                    domains: string[];
                                    domain_states: {
                                        domain: string;
                                        /** @enum {unknown} */
                                        state: "pending" | "served";
                                        txt_name: string;
                                        txt_value: string;
                                    }[];
                                };
                                limits: {
                                    reads_per_10s: number;
                                    writes_per_10s: number;
                                    storage_bytes: number;
                                    storage_files: number;
                                    files_bytes: number;
                                    rows_bytes: number;
                                    emails_per_user_hour: number;
                                    ai_calls_per_user_hour: number;
                                    jobs: number;
                                    ai_per_day: number;
                                };
                                payments: {
                                    products: string[];
                                    allow_custom_amounts: boolean;
                                    several_subscriptions: boolean;
                                };
                            };
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * @description The role of the caller in this project.
                             * @enum {unknown}
                             */
                            role: "viewer" | "editor" | "admin" | "owner";
                            stats?: {
                                requests: number;
                                errors: number;
                                storage_bytes: number;
                            };
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    id?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            public_key: string;
                            /** Format: uri */
                            base_url: string;
                            /** Format: uri */
                            app_url: string;
                            allowed_origins: string[];
                            settings: {
                                inbox: {
                                    enabled: boolean;
                                    notify_email: string | null;
                                    /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                    notify_email_confirmed: boolean;
                                    captcha: {
                                        provider: string;
                                        verify_url: string | null;
                                        has_secret: boolean;
                                    } | null;
                                };
                                auth: {
                                    signup_enabled: boolean;
                                    verification_required: boolean;
                                    password_min_length: number;
                                    allowed_email_domains: string[];
                                    session_minutes: number;
                                    refresh_days: number;
                                    providers: {
                                        [key: string]: {
                                            issuer?: string;
                                            client_id: string;
                                            has_client_secret: boolean;
                                        };
                                    };
                                    passkeys: {
                                        enabled: boolean;
                                        rp_id?: string;
                                    };
                                };
                                storage: {
                                    upload: string;
                                    redirect: boolean;
                                };
                                app: {
                                    domains: string[];
                                    domain_states: {
                                        domain: string;
                                        /** @enum {unknown} */
                                        state: "pending" | "served";
                                        txt_name: string;
                                        txt_value: string;
                                    }[];
                                };
                                limits: {
                                    reads_per_10s: number;
                                    writes_per_10s: number;
                                    storage_bytes: number;
                                    storage_files: number;
                                    files_bytes: number;
                                    rows_bytes: number;
                                    emails_per_user_hour: number;
                                    ai_calls_per_user_hour: number;
                                    jobs: number;
                                    ai_per_day: number;
                                };
                                payments: {
                                    products: string[];
                                    allow_custom_amounts: boolean;
                                    several_subscriptions: boolean;
                                };
                            };
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * @description The role of the caller in this project.
                             * @enum {unknown}
                             */
                            role: "viewer" | "editor" | "admin" | "owner";
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            public_key: string;
                            /** Format: uri */
                            base_url: string;
                            /** Format: uri */
                            app_url: string;
                            allowed_origins: string[];
                            settings: {
                                inbox: {
                                    enabled: boolean;
                                    notify_email: string | null;
                                    /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                    notify_email_confirmed: boolean;
                                    captcha: {
                                        provider: string;
                                        verify_url: string | null;
                                        has_secret: boolean;
                                    } | null;
                                };
                                auth: {
                                    signup_enabled: boolean;
                                    verification_required: boolean;
                                    password_min_length: number;
                                    allowed_email_domains: string[];
                                    session_minutes: number;
                                    refresh_days: number;
                                    providers: {
                                        [key: string]: {
                                            issuer?: string;
                                            client_id: string;
                                            has_client_secret: boolean;
                                        };
                                    };
                                    passkeys: {
                                        enabled: boolean;
                                        rp_id?: string;
                                    };
                                };
                                storage: {
                                    upload: string;
                                    redirect: boolean;
                                };
                                app: {
                                    domains: string[];
                                    domain_states: {
                                        domain: string;
                                        /** @enum {unknown} */
                                        state: "pending" | "served";
                                        txt_name: string;
                                        txt_value: string;
                                    }[];
                                };
                                limits: {
                                    reads_per_10s: number;
                                    writes_per_10s: number;
                                    storage_bytes: number;
                                    storage_files: number;
                                    files_bytes: number;
                                    rows_bytes: number;
                                    emails_per_user_hour: number;
                                    ai_calls_per_user_hour: number;
                                    jobs: number;
                                    ai_per_day: number;
                                };
                                payments: {
                                    products: string[];
                                    allow_custom_amounts: boolean;
                                    several_subscriptions: boolean;
                                };
                            };
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * @description The role of the caller in this project.
                             * @enum {unknown}
                             */
                            role: "viewer" | "editor" | "admin" | "owner";
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    allowed_origins?: string[];
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            public_key: string;
                            /** Format: uri */
                            base_url: string;
                            /** Format: uri */
                            app_url: string;
                            allowed_origins: string[];
                            settings: {
                                inbox: {
                                    enabled: boolean;
                                    notify_email: string | null;
                                    /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                    notify_email_confirmed: boolean;
                                    captcha: {
                                        provider: string;
                                        verify_url: string | null;
                                        has_secret: boolean;
                                    } | null;
                                };
                                auth: {
                                    signup_enabled: boolean;
                                    verification_required: boolean;
                                    password_min_length: number;
                                    allowed_email_domains: string[];
                                    session_minutes: number;
                                    refresh_days: number;
                                    providers: {
                                        [key: string]: {
                                            issuer?: string;
                                            client_id: string;
                                            has_client_secret: boolean;
                                        };
                                    };
                                    passkeys: {
                                        enabled: boolean;
                                        rp_id?: string;
                                    };
                                };
                                storage: {
                                    upload: string;
                                    redirect: boolean;
                                };
                                app: {
                                    domains: string[];
                                    domain_states: {
                                        domain: string;
                                        /** @enum {unknown} */
                                        state: "pending" | "served";
                                        txt_name: string;
                                        txt_value: string;
                                    }[];
                                };
                                limits: {
                                    reads_per_10s: number;
                                    writes_per_10s: number;
                                    storage_bytes: number;
                                    storage_files: number;
                                    files_bytes: number;
                                    rows_bytes: number;
                                    emails_per_user_hour: number;
                                    ai_calls_per_user_hour: number;
                                    jobs: number;
                                    ai_per_day: number;
                                };
                                payments: {
                                    products: string[];
                                    allow_custom_amounts: boolean;
                                    several_subscriptions: boolean;
                                };
                            };
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * @description The role of the caller in this project.
                             * @enum {unknown}
                             */
                            role: "viewer" | "editor" | "admin" | "owner";
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            expires_at: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            key: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    rotatePublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            public_key: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            inbox: {
                                enabled: boolean;
                                notify_email: string | null;
                                /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                notify_email_confirmed: boolean;
                                captcha: {
                                    provider: string;
                                    verify_url: string | null;
                                    has_secret: boolean;
                                } | null;
                            };
                            auth: {
                                signup_enabled: boolean;
                                verification_required: boolean;
                                password_min_length: number;
                                allowed_email_domains: string[];
                                session_minutes: number;
                                refresh_days: number;
                                providers: {
                                    [key: string]: {
                                        issuer?: string;
                                        client_id: string;
                                        has_client_secret: boolean;
                                    };
                                };
                                passkeys: {
                                    enabled: boolean;
                                    rp_id?: string;
                                };
                            };
                            storage: {
                                upload: string;
                                redirect: boolean;
                            };
                            app: {
                                domains: string[];
                                domain_states: {
                                    domain: string;
                                    /** @enum {unknown} */
                                    state: "pending" | "served";
                                    txt_name: string;
                                    txt_value: string;
                                }[];
                            };
                            limits: {
                                reads_per_10s: number;
                                writes_per_10s: number;
                                storage_bytes: number;
                                storage_files: number;
                                files_bytes: number;
                                rows_bytes: number;
                                emails_per_user_hour: number;
                                ai_calls_per_user_hour: number;
                                jobs: number;
                                ai_per_day: number;
                            };
                            payments: {
                                products: string[];
                                allow_custom_amounts: boolean;
                                several_subscriptions: boolean;
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    inbox?: {
                        enabled?: boolean;
                        notify_email?: string | null;
                        captcha?: {
                            provider?: "turnstile" | "hcaptcha";
                            secret?: string;
                            /** @description The address that verifies tokens, when the provider does not do it itself. */
                            verify_url?: string | null;
                        } | null;
                    };
                    auth?: {
                        signup_enabled?: boolean;
                        verification_required?: boolean;
                        password_min_length?: number;
                        /** @description Only addresses of these domains may sign up. Empty: any domain. */
                        allowed_email_domains?: string[];
                        session_minutes?: number;
                        refresh_days?: number;
                        providers?: {
                            [key: string]: {
                                issuer?: string;
                                client_id?: string;
                                client_secret?: string;
                            } | null;
                        };
                        passkeys?: {
                            enabled?: boolean;
                            /** @description The host that passkeys are created for. null: the host of the published app. */
                            rp_id?: string | null;
                        };
                    };
                    storage?: {
                        upload?: string;
                        /** @description Redirects downloads to the object store. Without an object store this has no effect. */
                        redirect?: boolean;
                    };
                    app?: {
                        /** @description Additional host names that serve the published app. */
                        domains?: string[];
                    };
                    limits?: {
                        reads_per_10s?: number;
                        writes_per_10s?: number;
                        storage_bytes?: number;
                        storage_files?: number;
                        /** @description The former name of `storage_bytes`, with the same value. */
                        files_bytes?: number;
                        /** @description The most bytes that all tables and their indexes may use. */
                        rows_bytes?: number;
                        emails_per_user_hour?: number;
                        ai_calls_per_user_hour?: number;
                        /** @description The most runs of functions that may wait for later. */
                        jobs?: number;
                        /** @description The most that AI calls may cost in a day (UTC), in minor units. */
                        ai_per_day?: number;
                    };
                    payments?: {
                        /** @description Ids of the provider’s prices that users may buy. Empty: all prices. */
                        products?: string[];
                        /** @description Allows users to choose the amount themselves. */
                        allow_custom_amounts?: boolean;
                        /** @description Allows users to subscribe to the same product more than once. */
                        several_subscriptions?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            inbox: {
                                enabled: boolean;
                                notify_email: string | null;
                                /** @description Whether the address was confirmed by opening its link. Until then the owners get the notices. */
                                notify_email_confirmed: boolean;
                                captcha: {
                                    provider: string;
                                    verify_url: string | null;
                                    has_secret: boolean;
                                } | null;
                            };
                            auth: {
                                signup_enabled: boolean;
                                verification_required: boolean;
                                password_min_length: number;
                                allowed_email_domains: string[];
                                session_minutes: number;
                                refresh_days: number;
                                providers: {
                                    [key: string]: {
                                        issuer?: string;
                                        client_id: string;
                                        has_client_secret: boolean;
                                    };
                                };
                                passkeys: {
                                    enabled: boolean;
                                    rp_id?: string;
                                };
                            };
                            storage: {
                                upload: string;
                                redirect: boolean;
                            };
                            app: {
                                domains: string[];
                                domain_states: {
                                    domain: string;
                                    /** @enum {unknown} */
                                    state: "pending" | "served";
                                    txt_name: string;
                                    txt_value: string;
                                }[];
                            };
                            limits: {
                                reads_per_10s: number;
                                writes_per_10s: number;
                                storage_bytes: number;
                                storage_files: number;
                                files_bytes: number;
                                rows_bytes: number;
                                emails_per_user_hour: number;
                                ai_calls_per_user_hour: number;
                                jobs: number;
                                ai_per_day: number;
                            };
                            payments: {
                                products: string[];
                                allow_custom_amounts: boolean;
                                several_subscriptions: boolean;
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    confirm?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domain: string;
                            /** @enum {unknown} */
                            state: "pending" | "served";
                            txt_name: string;
                            txt_value: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            storage: {
                                files: number;
                                bytes: number;
                                files_max: number;
                                /** @description The most bytes a single file may have. */
                                file_bytes_max: number;
                                bytes_max: number;
                            };
                            rows: {
                                bytes: number;
                                bytes_max: number;
                            };
                            inbox: {
                                /** @description The number of messages, not counting spam. */
                                messages: number;
                                unread: number;
                                spam: number;
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin" | "owner";
                            /** @enum {unknown} */
                            status: "active" | "invited";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {unknown} */
                    role: "viewer" | "editor" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin" | "owner";
                            /** @enum {unknown} */
                            status: "active" | "invited";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: uri */
                            invite_url: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role: "viewer" | "editor" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            name: string | null;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin" | "owner";
                            /** @enum {unknown} */
                            status: "active" | "invited";
                            /** Format: date-time */
                            created_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    previewMemberRemoval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            keys: {
                                id: string;
                                name: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                            invitations: {
                                id: string;
                                email: string;
                                role: string;
                            }[];
                            tokens: {
                                id: string;
                                name: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                            sessions: number;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password?: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            kind: "account" | "admin";
                            account: {
                                id: string;
                                email: string;
                                email_verified: boolean;
                                name: string | null;
                                is_operator: boolean;
                                mfa_enabled: boolean;
                                /** Format: date-time */
                                created_at: string;
                                last_sign_in_at: string | null;
                            } | null;
                            session: {
                                id: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of the address or the name in any case, or a whole id. */
                search?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            email_verified: boolean;
                            name: string | null;
                            avatar_url: string | null;
                            role: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            providers: string[];
                            mfa_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            last_sign_in_at: string | null;
                            disabled: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password?: string;
                    /** @description An argon2 or scrypt hash in PHC format, or a bcrypt hash. */
                    password_hash?: string;
                    name?: string | null;
                    avatar_url?: string | null;
                    role?: string | null;
                    /** @description At most 16 KB of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    email_verified?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            email_verified: boolean;
                            name: string | null;
                            avatar_url: string | null;
                            role: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            providers: string[];
                            mfa_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            last_sign_in_at: string | null;
                            disabled: boolean;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    users: unknown[];
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            created: number;
                            failed: number;
                            errors: {
                                index: number;
                                code: string;
                                message: string;
                                fields?: {
                                    [key: string]: string;
                                };
                            }[];
                            dry_run: boolean;
                        };
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            email_verified: boolean;
                            name: string | null;
                            avatar_url: string | null;
                            role: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            providers: string[];
                            mfa_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            last_sign_in_at: string | null;
                            disabled: boolean;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    email_verified?: boolean;
                    name?: string | null;
                    avatar_url?: string | null;
                    role?: string | null;
                    /** @description At most 16 KB of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            email: string;
                            email_verified: boolean;
                            name: string | null;
                            avatar_url: string | null;
                            role: string | null;
                            metadata: {
                                [key: string]: unknown;
                            };
                            providers: string[];
                            mfa_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            last_sign_in_at: string | null;
                            disabled: boolean;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_seen_at: string;
                            ip: string | null;
                            user_agent: string | null;
                            /** @description Always false: users do not sign in to the console. */
                            current: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    signOutUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    sendReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    redirect_to?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    removeUserFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listUserPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            /** @description The passkey provider keeps a copy, so the passkey survives the loss of the device. */
                            backed_up: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    removeUserPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                user_id: string;
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getPasskeyHosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rp_id: string;
                            hosts: {
                                rp_id: string;
                                passkeys: number;
                            }[];
                        };
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listTables: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of the name; `*` matches any characters. */
                search?: string;
                /** @description Returns the number of columns instead of the columns, and the number of rows. */
                summary?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            columns: {
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file" | "uuid";
                                required: boolean;
                                unique: boolean;
                                indexed: boolean;
                                hidden: boolean;
                                read_only: boolean;
                                /**
                                 * @description `search` finds the words of this column.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has this column; the server sets its value.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Indexes of several columns. The index of a single column is an option of that column. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes rows of this table. */
                            read_only?: boolean;
                            row_count?: number;
                            /** @description The id of a change of the table that is under way. */
                            change?: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[] | {
                            name: string;
                            columns: number;
                            row_count: number;
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                    name: string;
                    columns?: {
                        /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @enum {unknown} */
                        type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                        /** @description The column does not accept null. */
                        required?: boolean;
                        /** @description No two rows may have the same value; any number may have null. */
                        unique?: boolean;
                        /** @description Makes filters and orders by this column fast. */
                        indexed?: boolean;
                        /** @description Only callers with a secret key can read the column. */
                        hidden?: boolean;
                        /** @description Only callers with a secret key can write the column. */
                        read_only?: boolean;
                        /** @description Lets `search` find the words of this text; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description The value stored when an insert does not send the column. null means no default. */
                        default?: unknown;
                        /**
                         * @description What happens to this row when the row it references is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        /** @description The values the text may have. */
                        enum?: string[];
                        /** @description The table that a reference column refers to. */
                        table?: string;
                    }[];
                    indexes?: {
                        columns: string[];
                        /** @description No two rows may have the same values in all these columns; rows with a null are not compared. */
                        unique?: boolean;
                    }[];
                    /** @description Who may do what. An absent action is `private` on POST and unchanged on PATCH. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            columns: {
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file" | "uuid";
                                required: boolean;
                                unique: boolean;
                                indexed: boolean;
                                hidden: boolean;
                                read_only: boolean;
                                /**
                                 * @description `search` finds the words of this column.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has this column; the server sets its value.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Indexes of several columns. The index of a single column is an option of that column. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes rows of this table. */
                            read_only?: boolean;
                            row_count?: number;
                            /** @description The id of a change of the table that is under way. */
                            change?: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes missing for the look-ups of the saved rules. Without them every tested row reads the other table. */
                        advice?: {
                            table: string;
                            columns: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            columns: {
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file" | "uuid";
                                required: boolean;
                                unique: boolean;
                                indexed: boolean;
                                hidden: boolean;
                                read_only: boolean;
                                /**
                                 * @description `search` finds the words of this column.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has this column; the server sets its value.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Indexes of several columns. The index of a single column is an option of that column. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes rows of this table. */
                            read_only?: boolean;
                            row_count?: number;
                            /** @description The id of a change of the table that is under way. */
                            change?: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes missing for the look-ups of the saved rules. Without them every tested row reads the other table. */
                        advice?: {
                            table: string;
                            columns: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            columns: {
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file" | "uuid";
                                required: boolean;
                                unique: boolean;
                                indexed: boolean;
                                hidden: boolean;
                                read_only: boolean;
                                /**
                                 * @description `search` finds the words of this column.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has this column; the server sets its value.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Indexes of several columns. The index of a single column is an option of that column. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes rows of this table. */
                            read_only?: boolean;
                            row_count?: number;
                            /** @description The id of a change of the table that is under way. */
                            change?: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes missing for the look-ups of the saved rules. Without them every tested row reads the other table. */
                        advice?: {
                            table: string;
                            columns: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    alterTable: {
        parameters: {
            query?: {
                /** @description Returns the effects without changing anything. */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                    rename?: string;
                    add_columns?: {
                        /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @enum {unknown} */
                        type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                        /** @description The column does not accept null. */
                        required?: boolean;
                        /** @description No two rows may have the same value; any number may have null. */
                        unique?: boolean;
                        /** @description Makes filters and orders by this column fast. */
                        indexed?: boolean;
                        /** @description Only callers with a secret key can read the column. */
                        hidden?: boolean;
                        /** @description Only callers with a secret key can write the column. */
                        read_only?: boolean;
                        /** @description Lets `search` find the words of this text; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description The value stored when an insert does not send the column. null means no default. */
                        default?: unknown;
                        /**
                         * @description What happens to this row when the row it references is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        /** @description The values the text may have. */
                        enum?: string[];
                        /** @description The table that a reference column refers to. */
                        table?: string;
                    }[];
                    change_columns?: {
                        /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                        rename?: string;
                        /** @description The type of a column cannot change; sending the same type is allowed. */
                        type?: string;
                        /** @description The column does not accept null. */
                        required?: boolean;
                        /** @description No two rows may have the same value; any number may have null. */
                        unique?: boolean;
                        /** @description Makes filters and orders by this column fast. */
                        indexed?: boolean;
                        /** @description Only callers with a secret key can read the column. */
                        hidden?: boolean;
                        /** @description Only callers with a secret key can write the column. */
                        read_only?: boolean;
                        /** @description Lets `search` find the words of this text; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description The value stored when an insert does not send the column. null means no default. */
                        default?: unknown;
                        /**
                         * @description What happens to this row when the row it references is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        enum?: string[] | null;
                    }[];
                    drop_columns?: string[];
                    add_indexes?: {
                        columns: string[];
                        /** @description No two rows may have the same values in all these columns; rows with a null are not compared. */
                        unique?: boolean;
                    }[];
                    /** @description The names of each index’s columns, in order. */
                    drop_indexes?: string[][];
                    /** @description Who may do what. An absent action is `private` on POST and unchanged on PATCH. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            columns: {
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file" | "uuid";
                                required: boolean;
                                unique: boolean;
                                indexed: boolean;
                                hidden: boolean;
                                read_only: boolean;
                                /**
                                 * @description `search` finds the words of this column.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has this column; the server sets its value.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Indexes of several columns. The index of a single column is an option of that column. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes rows of this table. */
                            read_only?: boolean;
                            row_count?: number;
                            /** @description The id of a change of the table that is under way. */
                            change?: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            effects?: {
                                column: string;
                                /** @description `add`, `drop`, or an option: `rename`, `required`, `unique`, `indexed`, `default`, `enum`, … */
                                change: string;
                                problem: ("nulls" | "duplicates" | "values" | "in_use") | null;
                                /** @description The number of rows that prevent the change; without a problem, the number of rows that lose or get a value. */
                                rows: number;
                            }[];
                        };
                        count: number;
                        /** @description Indexes missing for the look-ups of the saved rules. Without them every tested row reads the other table. */
                        advice?: {
                            table: string;
                            columns: string[];
                        }[];
                    };
                };
            };
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description The name that the table had when the change began. */
                            table: string;
                            /** @enum {unknown} */
                            state: "running" | "cancelling" | "done" | "failed" | "cancelled";
                            /** @description 1 when the change is made. */
                            progress: number;
                            /** @description The body of the request. */
                            request: {
                                [key: string]: unknown;
                            };
                            error: {
                                code: string;
                                error: string;
                                details?: unknown;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listTableChanges: {
        parameters: {
            query?: {
                /** @description The name that the table had at the time. */
                table?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description The name that the table had when the change began. */
                            table: string;
                            /** @enum {unknown} */
                            state: "running" | "cancelling" | "done" | "failed" | "cancelled";
                            /** @description 1 when the change is made. */
                            progress: number;
                            /** @description The body of the request. */
                            request: {
                                [key: string]: unknown;
                            };
                            error: {
                                code: string;
                                error: string;
                                details?: unknown;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getTableChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description The name that the table had when the change began. */
                            table: string;
                            /** @enum {unknown} */
                            state: "running" | "cancelling" | "done" | "failed" | "cancelled";
                            /** @description 1 when the change is made. */
                            progress: number;
                            /** @description The body of the request. */
                            request: {
                                [key: string]: unknown;
                            };
                            error: {
                                code: string;
                                error: string;
                                details?: unknown;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cancelTableChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description The name that the table had when the change began. */
                            table: string;
                            /** @enum {unknown} */
                            state: "running" | "cancelling" | "done" | "failed" | "cancelled";
                            /** @description 1 when the change is made. */
                            progress: number;
                            /** @description The body of the request. */
                            request: {
                                [key: string]: unknown;
                            };
                            error: {
                                code: string;
                                error: string;
                                details?: unknown;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listSlowListsOfProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            table: string;
                            /** @description The index that would make these lists fast. */
                            index: {
                                columns: string[];
                            };
                            /** @description The number of lists since the process started. */
                            lists: number;
                            mean_ms: number;
                            slowest_ms: number;
                            /** Format: date-time */
                            last_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listSlowLists: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            table: string;
                            /** @description The index that would make these lists fast. */
                            index: {
                                columns: string[];
                            };
                            /** @description The number of lists since the process started. */
                            lists: number;
                            mean_ms: number;
                            slowest_ms: number;
                            /** Format: date-time */
                            last_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    checkSearchIndex: {
        parameters: {
            query?: {
                /** @description `next` of the previous answer. */
                after?: string;
            };
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The number of rows compared with the index. */
                            rows: number;
                            /** @description The number of rows whose words differ from the index, plus index entries without a row. */
                            wrong: number;
                            /** @description Where the next request continues; null when the whole table has been checked. */
                            next: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    action: "read" | "create" | "update" | "delete";
                    as: string | null | {
                        role: string;
                    };
                    /** @description Who may do what. An absent action is `private` on POST and unchanged on PATCH. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                            where?: unknown;
                        };
                    };
                    /** @description The row to test the condition with. */
                    row?: {
                        [key: string]: unknown;
                    };
                    /** @description The id of an existing row to test the rule with. */
                    row_id?: string;
                    /** @description Counts the rows the caller may act on; for create, the rows the caller may read. */
                    count?: boolean;
                    /** @description Returns up to this many rows the caller may act on (`true`: 20); for create, rows the caller may read. */
                    sample?: boolean | number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            allowed: boolean;
                            reason: string;
                            level: string;
                            /** @description The condition as the rule states it, or null. */
                            where: unknown;
                            /** @description The status the API would answer with. */
                            status: number;
                            code: string | null;
                            /** @description The look-ups in the order the rule states them. */
                            exists?: {
                                table: string;
                                /** @description The condition as the rule states it. */
                                where: unknown;
                                /** @description null: the outcome depends on a row, and no row was given. */
                                held: boolean | null;
                            }[];
                            /** @description The number of rows, when counting was requested. */
                            rows?: number;
                            sample?: {
                                [key: string]: unknown;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getProjectDescription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getProjectTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "text/plain": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listRowsAsMember: {
        parameters: {
            query?: {
                /** @description Names of columns, separated by commas; all columns by default. */
                select?: string;
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Words that the searchable columns together must contain. The last word, and any word that ends with `*`, also matches longer words that begin with it. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first. */
                search?: string;
                /** @description Names of columns, each with `:asc` (the default) or `:desc`, separated by commas; equal rows are ordered by `id`. */
                order?: string;
                limit?: number;
                offset?: number;
                count?: "exact" | "none";
                /** @description A page by key: a JSON array of one row's values of the order's columns in their order, then its id. The page holds the rows behind that place. Not together with `offset`. */
                after?: string;
                /** @description A page by key: a JSON array of one row's values of the order's columns in their order, then its id. The page holds the rows before that place. Not together with `offset`. */
                before?: string;
                /** @description Texts and JSON values with more characters are cut to this length and returned as text; `cut` names them. */
                cut?: number;
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count?: number;
                        /** @description The columns whose values were cut, by row id. */
                        cut?: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    insertRowsAsMember: {
        parameters: {
            query?: {
                /** @description A unique column, or the columns of a unique index separated by commas: a row that has the same values in them is updated instead. */
                on_conflict?: string;
                /** @description Returns only the number of rows. */
                return?: "minimal";
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                } | {
                    [key: string]: unknown;
                }[];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count: number;
                    } | {
                        count: number;
                    };
                };
            };
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count: number;
                    } | {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteRowsAsMember: {
        parameters: {
            query?: {
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Affects every row when there is no filter; for secret keys. */
                all?: "true" | "false";
                /** @description Returns only the number of rows. */
                return?: "minimal";
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count: number;
                    } | {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateRowsAsMember: {
        parameters: {
            query?: {
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Affects every row when there is no filter; for secret keys. */
                all?: "true" | "false";
                /** @description Returns only the number of rows. */
                return?: "minimal";
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count: number;
                    } | {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getRowAsMember: {
        parameters: {
            query?: {
                /** @description Names of columns, separated by commas; all columns by default. */
                select?: string;
                /** @description Texts and JSON values with more characters are cut to this length and returned as text; `cut` names them. */
                cut?: number;
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                        /** @description The columns whose values were cut, by row id. */
                        cut?: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteRowAsMember: {
        parameters: {
            query?: {
                /** @description Returns only the number of rows. */
                return?: "minimal";
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateRowAsMember: {
        parameters: {
            query?: {
                /** @description Returns only the number of rows. */
                return?: "minimal";
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    exportRowsAsMember: {
        parameters: {
            query: {
                format: "csv" | "json" | "ndjson";
                /** @description Names of columns, separated by commas; all columns by default. */
                select?: string;
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Words that the searchable columns together must contain. The last word, and any word that ends with `*`, also matches longer words that begin with it. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first. */
                search?: string;
                /** @description Names of columns, each with `:asc` (the default) or `:desc`, separated by commas; equal rows are ordered by `id`. */
                order?: string;
                /** @description CSV only: leaves cells that look like formulas unchanged. */
                raw?: "true" | "false";
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count: number;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    aggregateRowsAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    aggregates: {
                        /** @enum {unknown} */
                        op: "count" | "sum" | "avg" | "min" | "max";
                        field?: string;
                        as?: string;
                        distinct?: boolean;
                    }[];
                    /**
                     * @example [
                     *       "status",
                     *       "created_at:day"
                     *     ]
                     */
                    group_by?: string[];
                    filter?: string | {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Words that the searchable columns together must contain. The last word, and any word that ends with `*`, also matches longer words that begin with it. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first.
                     * @example red shoes
                     * @example "running shoes" -blue
                     */
                    search?: string;
                    order?: string;
                    /** @default 100 */
                    limit?: number;
                } | {
                    /** @enum {unknown} */
                    op: "count" | "sum" | "avg" | "min" | "max";
                    field?: string;
                    as?: string;
                    distinct?: boolean;
                    /**
                     * @example [
                     *       "status",
                     *       "created_at:day"
                     *     ]
                     */
                    group_by?: string[];
                    filter?: string | {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Words that the searchable columns together must contain. The last word, and any word that ends with `*`, also matches longer words that begin with it. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first.
                     * @example red shoes
                     * @example "running shoes" -blue
                     */
                    search?: string;
                    order?: string;
                    /** @default 100 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count?: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    batchRowsAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: ({
                        /** @constant */
                        op: "insert";
                        data: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @constant */
                        op: "update";
                        id: string;
                        data: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @constant */
                        op: "delete";
                        id: string;
                    } | {
                        /** @constant */
                        op: "upsert";
                        on: string;
                        data: {
                            [key: string]: unknown;
                        };
                    } | {
                        [key: string]: unknown;
                    })[];
                    /** @default true */
                    atomic?: boolean;
                } | ({
                    /** @constant */
                    op: "insert";
                    data: {
                        [key: string]: unknown;
                    };
                } | {
                    /** @constant */
                    op: "update";
                    id: string;
                    data: {
                        [key: string]: unknown;
                    };
                } | {
                    /** @constant */
                    op: "delete";
                    id: string;
                } | {
                    /** @constant */
                    op: "upsert";
                    on: string;
                    data: {
                        [key: string]: unknown;
                    };
                } | {
                    [key: string]: unknown;
                })[];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            [key: string]: unknown;
                        } | {
                            count: number;
                        } | {
                            error: string;
                            code: string;
                        })[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listRowChanges: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The id of a change; lists older ones. */
                before?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            table: string;
                            /** @enum {unknown} */
                            action: "update" | "delete";
                            rows: number;
                            actor: {
                                /** @enum {unknown} */
                                kind: "account" | "admin";
                                id: string | null;
                                email: string | null;
                            };
                            /**
                             * @description `not_kept`: more than 1,000 rows or 1 MB, or rows that others changed at the same moment.
                             * @enum {unknown}
                             */
                            undo: "possible" | "done" | "not_kept";
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    undoRowChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rows: number;
                            references: number;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    importRows: {
        parameters: {
            query?: {
                /** @description `csv`, `json` or `ndjson`. */
                format?: string;
                mode?: "insert" | "upsert";
                /** @description With `mode=upsert`: the unique column that identifies existing rows. By default `id`, or the unique column that the rows have. */
                on?: string;
                /** @description CSV: the column of the table for each column of the file, separated by commas; `-` skips one. */
                columns?: string;
                /** @description Returns the report without writing anything. */
                dry_run?: boolean;
                /** @description Reads CSV cells unchanged, as an export with `raw` writes them. */
                raw?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The number of rows read. */
                            rows: number;
                            inserted: number;
                            updated: number;
                            /** @description The number of rows skipped; the first thousand are listed. */
                            failed: number;
                            errors: {
                                /** @description The line on which the row begins, counted from 1. */
                                line: number;
                                code: string;
                                message: string;
                                field?: string;
                            }[];
                            dry_run: boolean;
                        };
                        /** @description The number of rows inserted or updated. */
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    uploadFilesAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: string | string[];
                    /** @description The path including the name, or a folder that ends with `/`; then the file’s own name is added. */
                    path?: string;
                    /** @enum {unknown} */
                    visibility?: "public" | "authenticated" | "owner" | "linked" | "private";
                    /** @description A JSON object. */
                    metadata?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    } | {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listFilesAsMember: {
        parameters: {
            query?: {
                /** @description The beginning of the paths to match. */
                prefix?: string;
                /** @description A filter as for rows. Repeated filters must all match. */
                filter?: string | string[];
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                limit?: number;
                offset?: number;
                /** @description A page by key: a JSON array of one file's values of the order's fields in their order, then its id. The page holds the files after that place. Not together with `offset`. */
                after?: string;
                /** @description A page by key: a JSON array of one file's values of the order's fields in their order, then its id. The page holds the files before that place. Not together with `offset`. */
                before?: string;
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteFilesAsMember: {
        parameters: {
            query: {
                prefix: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getFileAsMember: {
        parameters: {
            query?: {
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteFileAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateFileAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    path?: string;
                    /** @enum {unknown} */
                    visibility?: "public" | "authenticated" | "owner" | "linked" | "private";
                    /** @description At most 16,384 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description The path shown to people; it ends with the name. */
                            path: string;
                            size: number;
                            /** @description The type detected from the bytes. */
                            mime_type: string;
                            /** @enum {unknown} */
                            visibility: "public" | "authenticated" | "owner" | "linked" | "private";
                            /** Format: uri */
                            url: string;
                            checksum_sha256: string;
                            width: number | null;
                            height: number | null;
                            /** @description At most 16,384 bytes of JSON. */
                            metadata: {
                                [key: string]: unknown;
                            };
                            owner_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    signFileAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many seconds the link stays valid. */
                    expires_in: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uri */
                            url: string;
                            /** Format: date-time */
                            expires_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    downloadFileAsMember: {
        parameters: {
            query?: {
                /** @description The token of a signed link, which replaces a key. */
                token?: string;
                /** @description `1`: the browser saves the file instead of showing it. */
                download?: "0" | "1";
                w?: number;
                h?: number;
                fit?: "cover" | "contain";
                format?: "webp" | "avif" | "jpeg" | "png";
                /** @description Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`. */
                as?: string;
            };
            header?: never;
            path: {
                project_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, with the type detected from them. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "*/*": unknown;
                };
            };
            /** @description The bytes that `Range` requests. */
            206: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The body is empty; `Location` has the address of the bytes. */
            302: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The body is empty: the caller already has the bytes. */
            304: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @description The beginning of paths, such as `a/b/`. */
                prefix?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The path including the prefix, with a slash at the end. */
                            path: string;
                            /** @description The number of files below the folder, at any depth. */
                            files: number;
                            bytes: number;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Without a folder: everything except spam. */
                status?: "unread" | "read" | "archived" | "spam" | "all";
                /** @description Part of the text, the name or the address, case-insensitive; `*` matches any characters. */
                search?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            body: string;
                            from_name: string | null;
                            from_email: string | null;
                            user_id: string | null;
                            sender_verified: boolean;
                            metadata: {
                                [key: string]: unknown;
                            };
                            status: "unread" | "read" | "archived" | "spam";
                            spam_reason: string | null;
                            source_url: string | null;
                            created_at: string;
                            read_at: string | null;
                            notified_at: string | null;
                        }[];
                        count: number;
                        unread: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    exportMessages: {
        parameters: {
            query?: {
                /** @description `csv` or `json`; required. */
                format?: string;
                /** @description Without a folder: everything except spam. */
                status?: "unread" | "read" | "archived" | "spam" | "all";
                /** @description Part of the text, the name or the address, case-insensitive; `*` matches any characters. */
                search?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            body: string;
                            from_name: string | null;
                            from_email: string | null;
                            user_id: string | null;
                            sender_verified: boolean;
                            metadata: {
                                [key: string]: unknown;
                            };
                            status: "unread" | "read" | "archived" | "spam";
                            spam_reason: string | null;
                            source_url: string | null;
                            created_at: string;
                            read_at: string | null;
                            notified_at: string | null;
                        }[];
                        count: number;
                    };
                    "text/csv": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            body: string;
                            from_name: string | null;
                            from_email: string | null;
                            user_id: string | null;
                            sender_verified: boolean;
                            metadata: {
                                [key: string]: unknown;
                            };
                            status: "unread" | "read" | "archived" | "spam";
                            spam_reason: string | null;
                            source_url: string | null;
                            created_at: string;
                            read_at: string | null;
                            notified_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status: "unread" | "read" | "archived" | "spam";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            body: string;
                            from_name: string | null;
                            from_email: string | null;
                            user_id: string | null;
                            sender_verified: boolean;
                            metadata: {
                                [key: string]: unknown;
                            };
                            status: "unread" | "read" | "archived" | "spam";
                            spam_reason: string | null;
                            source_url: string | null;
                            created_at: string;
                            read_at: string | null;
                            notified_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getBilling: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            /** @description Whether the caller may change the plan. */
                            may_change_plan: boolean;
                            /** @description In minor units of the currency. */
                            balance: number;
                            /** @description The ISO 4217 code in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                            /** @description The amount reserved for calls in progress. */
                            reserved: number;
                            /** @description What AI calls have cost since midnight (UTC), and the most they may cost in a day. */
                            ai_today: {
                                spent: number;
                                limit: number;
                            };
                            /** @description The hundred newest entries, newest first. */
                            entries: {
                                id: string;
                                /** @description In minor units; payments out are negative. */
                                amount: number;
                                kind: string;
                                run_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                            entry_count: number;
                            prices: {
                                email: number;
                                payments: number;
                                ai: number;
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    plan?: "free" | "pro" | "business";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            /** @description Whether the caller may change the plan. */
                            may_change_plan: boolean;
                            /** @description In minor units of the currency. */
                            balance: number;
                            /** @description The ISO 4217 code in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                            /** @description The amount reserved for calls in progress. */
                            reserved: number;
                            /** @description What AI calls have cost since midnight (UTC), and the most they may cost in a day. */
                            ai_today: {
                                spent: number;
                                limit: number;
                            };
                            /** @description The hundred newest entries, newest first. */
                            entries: {
                                id: string;
                                /** @description In minor units; payments out are negative. */
                                amount: number;
                                kind: string;
                                run_id: string | null;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                            entry_count: number;
                            prices: {
                                email: number;
                                payments: number;
                                ai: number;
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listBillingEntries: {
        parameters: {
            query?: {
                kind?: string;
                /** @description ISO 8601 time, inclusive. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; payments out are negative. */
                            amount: number;
                            kind: string;
                            run_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    addBillingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    kind: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; payments out are negative. */
                            amount: number;
                            kind: string;
                            run_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    exportBillingEntries: {
        parameters: {
            query?: {
                kind?: string;
                /** @description ISO 8601 time, inclusive. */
                since?: string;
                /** @description ISO 8601 time, exclusive. */
                until?: string;
                /** @description `csv` or `json`. */
                format?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; payments out are negative. */
                            amount: number;
                            kind: string;
                            run_id: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                    "text/csv": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: number;
                            payments: number;
                            ai: number;
                            /** @description The ISO 4217 code in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changePrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: number;
                    payments?: number;
                    ai?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: number;
                            payments: number;
                            ai: number;
                            /** @description The ISO 4217 code in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            /** @enum {unknown} */
                            kind: "email" | "payments" | "ai";
                            connected: boolean;
                            provider?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Contains the provider’s options. Credentials appear only as `has_<name>`. */
                        data: {
                            /** @enum {unknown} */
                            kind: "email" | "payments" | "ai";
                            connected: boolean;
                            provider?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    connectIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    provider: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Contains the provider’s options. Credentials appear only as `has_<name>`. */
                        data: {
                            /** @enum {unknown} */
                            kind: "email" | "payments" | "ai";
                            connected: boolean;
                            provider?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Contains the provider’s options. Credentials appear only as `has_<name>`. */
                        data: {
                            /** @enum {unknown} */
                            kind: "email" | "payments" | "ai";
                            connected: boolean;
                            provider?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    disconnectIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            ok: boolean;
                            error: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reconcilePayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An RFC 3339 time. */
                    since: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The number of events the provider listed. */
                            seen: number;
                            /** @description The number of rows. */
                            added: number;
                            /** @description The number of rows. */
                            changed: number;
                            /** @constant */
                            is_complete?: false;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    simulatePayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    story: "checkout" | "card_fails_then_bank_pays" | "partial_refunds" | "dispute" | "abandoned" | "trial" | "subscription" | "test_event";
                    /** @description The id of the user who buys. */
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            story: string;
                            events: {
                                type: string;
                                /** Format: date-time */
                                created: string;
                                /** @description The status the endpoint answered with. */
                                status: number;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteTestPayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listFunctions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of the name or the description, case-insensitive. */
                search?: string;
                /** @description Adds the figures of the last 24 hours. */
                stats?: boolean;
                /** @description Includes the handlers of the published app, as `webhook/<file>`. */
                handlers?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "scheduled";
                            access: string;
                            schedule: string | null;
                            timezone: string;
                            timeout_ms: number;
                            retries: number;
                            description: string | null;
                            enabled: boolean;
                            /**
                             * @description Whether it was deployed alone, with the published app, or comes with the service.
                             * @enum {unknown}
                             */
                            origin: "api" | "deployment" | "template";
                            version: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** Format: date-time */
                            deployed_at: string;
                            next_run_at: string | null;
                            stats?: {
                                runs: number;
                                failed: number;
                                last_run: string | null;
                            };
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "scheduled";
                            access: string;
                            schedule: string | null;
                            timezone: string;
                            timeout_ms: number;
                            retries: number;
                            description: string | null;
                            enabled: boolean;
                            /**
                             * @description Whether it was deployed alone, with the published app, or comes with the service.
                             * @enum {unknown}
                             */
                            origin: "api" | "deployment" | "template";
                            version: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** Format: date-time */
                            deployed_at: string;
                            next_run_at: string | null;
                            files: {
                                [key: string]: string;
                            };
                            versions: {
                                id: string;
                                version: number;
                                size_bytes: number;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    putFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    trigger?: "http" | "webhook" | "scheduled";
                    /** @description One TypeScript or JavaScript module: short for `files` with `index.ts`. */
                    source?: string;
                    /** @description Source texts by path. `index.ts` or `index.js` is the entry point; packages are below `node_modules/`. */
                    files?: {
                        [key: string]: string;
                    };
                    /** @description Who may call the function: public, authenticated, role:<name> or private. */
                    access?: string;
                    schedule?: string | null;
                    timezone?: string | null;
                    timeout_ms?: number | null;
                    retries?: number;
                    description?: string | null;
                    enabled?: boolean;
                    /** @description Takes the options from `export const config`, as a deployment does; no other options may be sent. */
                    from_source?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "scheduled";
                            access: string;
                            schedule: string | null;
                            timezone: string;
                            timeout_ms: number;
                            retries: number;
                            description: string | null;
                            enabled: boolean;
                            /**
                             * @description Whether it was deployed alone, with the published app, or comes with the service.
                             * @enum {unknown}
                             */
                            origin: "api" | "deployment" | "template";
                            version: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** Format: date-time */
                            deployed_at: string;
                            next_run_at: string | null;
                            files: {
                                [key: string]: string;
                            };
                            versions: {
                                id: string;
                                version: number;
                                size_bytes: number;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "scheduled";
                            access: string;
                            schedule: string | null;
                            timezone: string;
                            timeout_ms: number;
                            retries: number;
                            description: string | null;
                            enabled: boolean;
                            /**
                             * @description Whether it was deployed alone, with the published app, or comes with the service.
                             * @enum {unknown}
                             */
                            origin: "api" | "deployment" | "template";
                            version: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** Format: date-time */
                            deployed_at: string;
                            next_run_at: string | null;
                            files: {
                                [key: string]: string;
                            };
                            versions: {
                                id: string;
                                version: number;
                                size_bytes: number;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    rollBackFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version to activate; by default the one before the active version. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "scheduled";
                            access: string;
                            schedule: string | null;
                            timezone: string;
                            timeout_ms: number;
                            retries: number;
                            description: string | null;
                            enabled: boolean;
                            /**
                             * @description Whether it was deployed alone, with the published app, or comes with the service.
                             * @enum {unknown}
                             */
                            origin: "api" | "deployment" | "template";
                            version: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** Format: date-time */
                            deployed_at: string;
                            next_run_at: string | null;
                            files: {
                                [key: string]: string;
                            };
                            versions: {
                                id: string;
                                version: number;
                                size_bytes: number;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    runFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    payload?: unknown;
                    /** @description Repeats this run with its payload. */
                    run_id?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                            /** @enum {unknown} */
                            status: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                            /** @description anonymous, user:<id>, secret:<id>, function:<name>, webhook:<id>, account:<id>, admin or schedule */
                            caller: string;
                            scheduled_for: string | null;
                            /** @description The delivery of a webhook that a run with the trigger `change` received. */
                            delivery_id?: string;
                            /** @description The job that a run with the trigger `later` performed. */
                            job_id?: string;
                            /** Format: date-time */
                            started_at: string;
                            duration_ms: number | null;
                            error: string | null;
                            /** @description The payload; for a webhook, the request. Secrets are left out. */
                            payload: unknown;
                            log: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {unknown} */
                                level: "debug" | "info" | "warn" | "error";
                                message: string;
                            }[];
                            /** @description The value the function returned; null if it failed. It is not stored. */
                            result: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listAllRuns: {
        parameters: {
            query?: {
                status?: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                trigger?: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                /** @description ISO 8601 time: runs that started then or later. */
                since?: string;
                /** @description ISO 8601 time: runs that started before it. */
                until?: string;
                /** @description The whole id of a run, job or delivery, or part of the error, payload or log; `*` matches any characters. */
                search?: string;
                limit?: number;
                offset?: number;
                /** @description The name of a function, even a deleted one. */
                function?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                            /** @enum {unknown} */
                            status: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                            /** @description anonymous, user:<id>, secret:<id>, function:<name>, webhook:<id>, account:<id>, admin or schedule */
                            caller: string;
                            scheduled_for: string | null;
                            /** @description The delivery of a webhook that a run with the trigger `change` received. */
                            delivery_id?: string;
                            /** @description The job that a run with the trigger `later` performed. */
                            job_id?: string;
                            /** Format: date-time */
                            started_at: string;
                            duration_ms: number | null;
                            error: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Five cron fields, or `@hourly` `@daily` `@weekly` `@monthly` `@yearly`. */
                    schedule: string;
                    /** @description An IANA time zone; UTC by default. */
                    timezone?: string;
                    /** @default 5 */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            times: string[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                status?: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                trigger?: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                /** @description ISO 8601 time: runs that started then or later. */
                since?: string;
                /** @description ISO 8601 time: runs that started before it. */
                until?: string;
                /** @description The whole id of a run, job or delivery, or part of the error, payload or log; `*` matches any characters. */
                search?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                            /** @enum {unknown} */
                            status: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                            /** @description anonymous, user:<id>, secret:<id>, function:<name>, webhook:<id>, account:<id>, admin or schedule */
                            caller: string;
                            scheduled_for: string | null;
                            /** @description The delivery of a webhook that a run with the trigger `change` received. */
                            delivery_id?: string;
                            /** @description The job that a run with the trigger `later` performed. */
                            job_id?: string;
                            /** Format: date-time */
                            started_at: string;
                            duration_ms: number | null;
                            error: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            trigger: "http" | "webhook" | "schedule" | "manual" | "later" | "change";
                            /** @enum {unknown} */
                            status: "running" | "succeeded" | "failed" | "timeout" | "lost" | "skipped";
                            /** @description anonymous, user:<id>, secret:<id>, function:<name>, webhook:<id>, account:<id>, admin or schedule */
                            caller: string;
                            scheduled_for: string | null;
                            /** @description The delivery of a webhook that a run with the trigger `change` received. */
                            delivery_id?: string;
                            /** @description The job that a run with the trigger `later` performed. */
                            job_id?: string;
                            /** Format: date-time */
                            started_at: string;
                            duration_ms: number | null;
                            error: string | null;
                            /** @description The payload; for a webhook, the request. Secrets are left out. */
                            payload: unknown;
                            log: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {unknown} */
                                level: "debug" | "info" | "warn" | "error";
                                message: string;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    orderJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Any JSON of at most 256 KB. */
                    payload?: unknown;
                    /** @description The delay in seconds; not together with `at`. */
                    after_s?: number;
                    /** @description RFC 3339 time with a zone, at most 366 days ahead. A past time means now. */
                    at?: string;
                    /** @description Queues at most one job of the function with this key. Repeating the request returns that job until it fails or is cancelled, or until 24 hours after its success. */
                    key?: string;
                    /**
                     * @description How often a failed run is repeated.
                     * @default 3
                     */
                    retries?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description The name of a function, even a deleted one. */
                function?: string;
                state?: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                        }[];
                        count: number;
                        /** @description The number of jobs that wait because the project was restored paused and is not resumed yet. */
                        paused: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resumeJobs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                            /** @description `secret:<id>` or `function:<name>` */
                            ordered_by: string;
                            /** @description The payload of its runs. Values of secrets are left out. */
                            payload: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                            /** @description `secret:<id>` or `function:<name>` */
                            ordered_by: string;
                            /** @description The payload of its runs. Values of secrets are left out. */
                            payload: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                            /** @description `secret:<id>` or `function:<name>` */
                            ordered_by: string;
                            /** @description The payload of its runs. Values of secrets are left out. */
                            payload: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    runJobNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            function: string;
                            /** @enum {unknown} */
                            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
                            /**
                             * Format: date-time
                             * @description When the job may start; after a failure, when it is repeated.
                             */
                            due_at: string;
                            /** @description The number of runs started so far. */
                            attempt: number;
                            retries: number;
                            key: string | null;
                            /** Format: date-time */
                            created_at: string;
                            started_at: string | null;
                            ended_at: string | null;
                            error: string | null;
                            run_id: string | null;
                            /** @description `secret:<id>` or `function:<name>` */
                            ordered_by: string;
                            /** @description The payload of its runs. Values of secrets are left out. */
                            payload: unknown;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    setSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                /** @description Part of the description or the URL, case-insensitive, or a whole id. */
                search?: string;
                /** @description Adds the number of deliveries of the last 24 hours and of those waiting. */
                stats?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            stats?: {
                                succeeded: number;
                                failed: number;
                                pending: number;
                                skipped: number;
                                last_at: string | null;
                            };
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a table, or `auth.users`, `storage.files` or `inbox.messages`. */
                    table: string;
                    events: ("insert" | "update" | "delete")[];
                    /** @description http or https, at most 2,048 characters, without credentials; or `function:<name>` for a webhook function of the project. */
                    url: string;
                    secret?: string | null;
                    enabled?: boolean;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a table, or `auth.users`, `storage.files` or `inbox.messages`. */
                    table?: string;
                    events?: ("insert" | "update" | "delete")[];
                    /** @description http or https, at most 2,048 characters, without credentials; or `function:<name>` for a webhook function of the project. */
                    url?: string;
                    secret?: string | null;
                    enabled?: boolean;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The secret, which is never shown again. After `whsec_` it must be base64. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            table: string;
                            events: ("insert" | "update" | "delete")[];
                            url: string;
                            description: string | null;
                            enabled: boolean;
                            disabled_reason: string | null;
                            disabled_at: string | null;
                            consecutive_failures: number;
                            has_secret: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            /** @description Present only if the server created the secret, and only in this answer. */
                            secret?: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            webhook_id: string;
                            event: "insert" | "update" | "delete";
                            table: string;
                            state: "pending" | "succeeded" | "failed" | "skipped";
                            /** @description Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one. */
                            skipped_reason?: "disabled" | "loop";
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                attempt: number;
                                trigger: "auto" | "resend" | "test";
                                /** Format: date-time */
                                started_at: string;
                                duration_ms: number;
                                url: string;
                                request_headers: {
                                    [key: string]: string;
                                };
                                request_body: string;
                                response_status: number | null;
                                response_headers: {
                                    [key: string]: string;
                                } | null;
                                response_body: string | null;
                                truncated: boolean;
                                error_class: string | null;
                                error: string | null;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                state?: "pending" | "succeeded" | "failed" | "skipped";
                event?: "insert" | "update" | "delete";
                /** @description RFC 3339 time: created then or later. */
                since?: string;
                /** @description RFC 3339 time: created before it. */
                until?: string;
            };
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            webhook_id: string;
                            event: "insert" | "update" | "delete";
                            table: string;
                            state: "pending" | "succeeded" | "failed" | "skipped";
                            /** @description Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one. */
                            skipped_reason?: "disabled" | "loop";
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                attempt: number;
                                trigger: "auto" | "resend" | "test";
                                /** Format: date-time */
                                started_at: string;
                                duration_ms: number;
                                url: string;
                                request_headers: {
                                    [key: string]: string;
                                };
                                request_body: string;
                                response_status: number | null;
                                response_headers: {
                                    [key: string]: string;
                                } | null;
                                response_body: string | null;
                                truncated: boolean;
                                error_class: string | null;
                                error: string | null;
                            }[];
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            webhook_id: string;
                            event: "insert" | "update" | "delete";
                            table: string;
                            state: "pending" | "succeeded" | "failed" | "skipped";
                            /** @description Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one. */
                            skipped_reason?: "disabled" | "loop";
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                attempt: number;
                                trigger: "auto" | "resend" | "test";
                                /** Format: date-time */
                                started_at: string;
                                duration_ms: number;
                                url: string;
                                request_headers: {
                                    [key: string]: string;
                                };
                                request_body: string;
                                response_status: number | null;
                                response_headers: {
                                    [key: string]: string;
                                } | null;
                                response_body: string | null;
                                truncated: boolean;
                                error_class: string | null;
                                error: string | null;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            webhook_id: string;
                            event: "insert" | "update" | "delete";
                            table: string;
                            state: "pending" | "succeeded" | "failed" | "skipped";
                            /** @description Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one. */
                            skipped_reason?: "disabled" | "loop";
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                attempt: number;
                                trigger: "auto" | "resend" | "test";
                                /** Format: date-time */
                                started_at: string;
                                duration_ms: number;
                                url: string;
                                request_headers: {
                                    [key: string]: string;
                                };
                                request_body: string;
                                response_status: number | null;
                                response_headers: {
                                    [key: string]: string;
                                } | null;
                                response_body: string | null;
                                truncated: boolean;
                                error_class: string | null;
                                error: string | null;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    resendFailedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description RFC 3339 time: deliveries created then or later. */
                    since: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listenToWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a table, or `auth.users`, `storage.files` or `inbox.messages`. */
                    table: string;
                    events?: ("insert" | "update" | "delete")[];
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description The secret that signs the deliveries. Only this answer shows it. */
                            secret: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fetchPendingDeliveries: {
        parameters: {
            query?: {
                /** @description How many seconds to wait for a delivery. */
                wait?: number;
            };
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            delivery_id: string;
                            headers: {
                                [key: string]: string;
                            };
                            /** @description The exact bytes that are signed and sent. */
                            body: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reportDeliveryResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The status of the answer; 0 if there was none. */
                    status: number;
                    body?: string;
                    ms: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            webhook_id: string;
                            event: "insert" | "update" | "delete";
                            table: string;
                            state: "pending" | "succeeded" | "failed" | "skipped";
                            /** @description Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one. */
                            skipped_reason?: "disabled" | "loop";
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                attempt: number;
                                trigger: "auto" | "resend" | "test";
                                /** Format: date-time */
                                started_at: string;
                                duration_ms: number;
                                url: string;
                                request_headers: {
                                    [key: string]: string;
                                };
                                request_body: string;
                                response_status: number | null;
                                response_headers: {
                                    [key: string]: string;
                                } | null;
                                response_body: string | null;
                                truncated: boolean;
                                error_class: string | null;
                                error: string | null;
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether this deployment is the one being served. */
                            active: boolean;
                            /** @description The address of the app. */
                            url: string;
                            /** @description The number of files below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description The handlers, at /webhook/<file_name>. */
                            webhooks: string[];
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createDeployment: {
        parameters: {
            query?: {
                /** @description Builds and checks everything, and returns what would change without publishing. */
                dry_run?: boolean;
                /** @description Replaces functions that were deployed individually. */
                adopt?: boolean;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/gzip": unknown;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            changes: {
                                files: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                                functions: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                                webhooks: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                            };
                            /** @constant */
                            dry_run: true;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether this deployment is the one being served. */
                            active: boolean;
                            /** @description The address of the app. */
                            url: string;
                            /** @description The number of files below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description The handlers, at /webhook/<file_name>. */
                            webhooks: string[];
                            /** Format: date-time */
                            created_at: string;
                            changes: {
                                files: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                                functions: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                                webhooks: {
                                    added: string[];
                                    changed: string[];
                                    removed: string[];
                                };
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether this deployment is the one being served. */
                            active: boolean;
                            /** @description The address of the app. */
                            url: string;
                            /** @description The number of files below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description The handlers, at /webhook/<file_name>. */
                            webhooks: string[];
                            /** Format: date-time */
                            created_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    rollBackDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether this deployment is the one being served. */
                            active: boolean;
                            /** @description The address of the app. */
                            url: string;
                            /** @description The number of files below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description The handlers, at /webhook/<file_name>. */
                            webhooks: string[];
                            /** Format: date-time */
                            created_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getSchemaDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Identifies this version of the schema. Send it in quotes as `If-Match`. */
                            revision: string;
                            schema: {
                                /** @constant */
                                version: 1;
                                tables: {
                                    [key: string]: {
                                        columns: {
                                            /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                                            name: string;
                                            /** @enum {unknown} */
                                            type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                                            /** @description The column does not accept null. */
                                            required?: boolean;
                                            /** @description No two rows may have the same value; any number may have null. */
                                            unique?: boolean;
                                            /** @description Makes filters and orders by this column fast. */
                                            indexed?: boolean;
                                            /** @description Only callers with a secret key can read the column. */
                                            hidden?: boolean;
                                            /** @description Only callers with a secret key can write the column. */
                                            read_only?: boolean;
                                            /** @description Lets `search` find the words of this text; at most ten columns of a table. */
                                            searchable?: boolean;
                                            /** @description The value stored when an insert does not send the column. null means no default. */
                                            default?: unknown;
                                            /**
                                             * @description What happens to this row when the row it references is deleted.
                                             * @enum {unknown}
                                             */
                                            on_delete?: "restrict" | "cascade" | "set_null";
                                            /** @description The values the text may have. */
                                            enum?: string[];
                                            /** @description The table that a reference column refers to. */
                                            table?: string;
                                            /** @description The previous name, to rename instead of creating. It is ignored once nothing has that name. */
                                            renamed_from?: string;
                                        }[];
                                        indexes?: {
                                            columns: string[];
                                            /** @description No two rows may have the same values in all these columns; rows with a null are not compared. */
                                            unique?: boolean;
                                        }[];
                                        /** @description Who may do what. An absent action is `private` on POST and unchanged on PATCH. */
                                        rules?: {
                                            read?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                                where?: unknown;
                                            };
                                            create?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                                where?: unknown;
                                            };
                                            update?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                                where?: unknown;
                                            };
                                            delete?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                                where?: unknown;
                                            };
                                        };
                                        /** @description The previous name, to rename instead of creating. It is ignored once nothing has that name. */
                                        renamed_from?: string;
                                    };
                                };
                                functions?: {
                                    [key: string]: {
                                        /** @enum {unknown} */
                                        trigger?: "http" | "webhook" | "scheduled";
                                        /** @description Who may call the function: public, authenticated, role:<name> or private. */
                                        access?: string;
                                        schedule?: string | null;
                                        timezone?: string | null;
                                        timeout_ms?: number | null;
                                        retries?: number;
                                        description?: string | null;
                                        enabled?: boolean;
                                    };
                                };
                            };
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    putSchema: {
        parameters: {
            query?: {
                /** @description Returns the plan without changing anything. */
                dry_run?: boolean;
                /** @description The id of the project. Required when the change deletes rows or values. */
                confirm?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    version: 1;
                    tables: {
                        [key: string]: {
                            columns: {
                                /** @description Matches ^[a-z][a-z0-9_]{0,62}$. */
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                                /** @description The column does not accept null. */
                                required?: boolean;
                                /** @description No two rows may have the same value; any number may have null. */
                                unique?: boolean;
                                /** @description Makes filters and orders by this column fast. */
                                indexed?: boolean;
                                /** @description Only callers with a secret key can read the column. */
                                hidden?: boolean;
                                /** @description Only callers with a secret key can write the column. */
                                read_only?: boolean;
                                /** @description Lets `search` find the words of this text; at most ten columns of a table. */
                                searchable?: boolean;
                                /** @description The value stored when an insert does not send the column. null means no default. */
                                default?: unknown;
                                /**
                                 * @description What happens to this row when the row it references is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /** @description The values the text may have. */
                                enum?: string[];
                                /** @description The table that a reference column refers to. */
                                table?: string;
                                /** @description The previous name, to rename instead of creating. It is ignored once nothing has that name. */
                                renamed_from?: string;
                            }[];
                            indexes?: {
                                columns: string[];
                                /** @description No two rows may have the same values in all these columns; rows with a null are not compared. */
                                unique?: boolean;
                            }[];
                            /** @description Who may do what. An absent action is `private` on POST and unchanged on PATCH. */
                            rules?: {
                                read?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                create?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                update?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                                delete?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description The previous name, to rename instead of creating. It is ignored once nothing has that name. */
                            renamed_from?: string;
                        };
                    };
                    functions?: {
                        [key: string]: {
                            /** @enum {unknown} */
                            trigger?: "http" | "webhook" | "scheduled";
                            /** @description Who may call the function: public, authenticated, role:<name> or private. */
                            access?: string;
                            schedule?: string | null;
                            timezone?: string | null;
                            timeout_ms?: number | null;
                            retries?: number;
                            description?: string | null;
                            enabled?: boolean;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            plan: {
                                /** @enum {unknown} */
                                action: "create_table" | "rename_table" | "drop_table" | "add_column" | "rename_column" | "change_column" | "drop_column" | "set_indexes" | "set_rules" | "set_function";
                                table?: string;
                                column?: string;
                                function?: string;
                                /** @description An explanation for people to read. */
                                detail: string;
                                /** @description The number of rows that are deleted or lose a value. */
                                loses: {
                                    rows: number;
                                } | null;
                                /** @description Whether the change allows more callers to do more. */
                                opens: boolean;
                            }[];
                            applied: boolean;
                            /** @description Identifies this version of the schema. Send it in quotes as `If-Match`. */
                            revision: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    downloadBackup: {
        parameters: {
            query?: {
                /** @description The parts to leave out, separated by commas: data, files, messages, deployments. */
                exclude?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listBackups: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "running" | "ready" | "failed";
                            /** @enum {unknown} */
                            trigger: "manual" | "schedule";
                            /** @description Whether the backup is stored where scheduled backups are. If not, this server keeps it for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When the stored backup was last read back and verified. */
                            verified_at: string | null;
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    exclude?: string[];
                    /** @description Allows other servers to decrypt the secrets in the backup. */
                    passphrase?: string;
                    /** @description Stores the backup where scheduled backups are; otherwise this server keeps it for a day. Defaults to true where such a place is set. */
                    store?: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "running" | "ready" | "failed";
                            /** @enum {unknown} */
                            trigger: "manual" | "schedule";
                            /** @description Whether the backup is stored where scheduled backups are. If not, this server keeps it for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When the stored backup was last read back and verified. */
                            verified_at: string | null;
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "running" | "ready" | "failed";
                            /** @enum {unknown} */
                            trigger: "manual" | "schedule";
                            /** @description Whether the backup is stored where scheduled backups are. If not, this server keeps it for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When the stored backup was last read back and verified. */
                            verified_at: string | null;
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "running" | "ready" | "failed";
                            /** @enum {unknown} */
                            trigger: "manual" | "schedule";
                            /** @description Whether the backup is stored where scheduled backups are. If not, this server keeps it for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When the stored backup was last read back and verified. */
                            verified_at: string | null;
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fetchBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    restoreProject: {
        parameters: {
            query?: {
                /** @description The id of the project, to replace everything in it. Without it the project must be empty. */
                replace?: string;
                /** @description Whose public and secret keys are valid afterwards: the project’s own or the archive’s. */
                keys?: "own" | "archive";
                /** @description Leaves out secrets; second factors and everything that needs a secret are then switched off. */
                secrets?: "skip";
                /** @description Restores webhooks and scheduled functions switched off, and jobs waiting until they are resumed. */
                paused?: boolean;
                /** @description Does everything except replacing the project’s data. */
                dry_run?: boolean;
                /** @description The id of a stored backup of this project, instead of a body. */
                backup?: string;
                /** @description A time within the continuous archive, instead of a body: restores the project as it was then. */
                at?: string;
                /** @description With `at`: the id of a new project to restore into. This project stays unchanged. */
                as?: string;
                /** @description How many seconds to wait for the end before answering 202. */
                wait?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-tar": string;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getRestoreMoments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                restore_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    backUpProjectOfInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    restoreProjectOfInstance: {
        parameters: {
            query?: {
                /** @description The id of the project, to replace everything in it. Without it the project must be empty. */
                replace?: string;
                /** @description Whose public and secret keys are valid afterwards: the project’s own or the archive’s. */
                keys?: "own" | "archive";
                /** @description Leaves out secrets; second factors and everything that needs a secret are then switched off. */
                secrets?: "skip";
                /** @description Restores webhooks and scheduled functions switched off, and jobs waiting until they are resumed. */
                paused?: boolean;
                /** @description Does everything except replacing the project’s data. */
                dry_run?: boolean;
                /** @description The id of a stored backup of this project, instead of a body. */
                backup?: string;
                /** @description A time within the continuous archive, instead of a body: restores the project as it was then. */
                at?: string;
                /** @description With `at`: the id of a new project to restore into. This project stays unchanged. */
                as?: string;
                /** @description How many seconds to wait for the end before answering 202. */
                wait?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-tar": string;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getRestoreOfInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                restore_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {unknown} */
                            state: "verifying" | "loading" | "done" | "failed";
                            dry_run: boolean;
                            archive: {
                                archive_id: string;
                                project: {
                                    id: string;
                                    name: string;
                                    public_key: string;
                                };
                                /** Format: date-time */
                                created_at: string;
                            } | null;
                            counts: {
                                tables: number;
                                rows: number;
                                users: number;
                                files: number;
                                file_bytes: number;
                                functions: number;
                                secrets: number;
                                webhooks: number;
                                messages: number;
                                deployments: number;
                            } | null;
                            /** @description The parts of the archive that were not restored or are switched off. */
                            left_out: {
                                kind: string;
                                name: string;
                                reason: string;
                            }[];
                            error: {
                                error: string;
                                code: string;
                                details?: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    backUpInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    restoreInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            backup_id: string;
                            /** Format: date-time */
                            created_at: string;
                            service_version: string;
                            projects: {
                                id: string;
                                name: string;
                                /**
                                 * @description `waiting`: the project is empty until its archive is restored with `replace`.
                                 * @enum {unknown}
                                 */
                                state: "waiting" | "restored";
                            }[];
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listDatabases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            accepts_new: boolean;
                            weight: number;
                            /** @enum {unknown} */
                            state: "ok" | "down";
                            projects: number;
                            bytes: number | null;
                            connections: number | null;
                            created_at: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    addDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description The address, which is stored encrypted and never shown again. */
                    url: string;
                    /**
                     * @description Whether new projects are placed in it.
                     * @default true
                     */
                    accepts_new?: boolean;
                    /**
                     * @description The share of new projects, relative to the other databases.
                     * @default 1
                     */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            201: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            accepts_new: boolean;
                            weight: number;
                            /** @enum {unknown} */
                            state: "ok" | "down";
                            projects: number;
                            bytes: number | null;
                            connections: number | null;
                            created_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            accepts_new: boolean;
                            weight: number;
                            /** @enum {unknown} */
                            state: "ok" | "down";
                            projects: number;
                            bytes: number | null;
                            connections: number | null;
                            created_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    changeDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address, which is stored encrypted and never shown again. */
                    url?: string;
                    /**
                     * @description Whether new projects are placed in it.
                     * @default true
                     */
                    accepts_new?: boolean;
                    /**
                     * @description The share of new projects, relative to the other databases.
                     * @default 1
                     */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            accepts_new: boolean;
                            weight: number;
                            /** @enum {unknown} */
                            state: "ok" | "down";
                            projects: number;
                            bytes: number | null;
                            connections: number | null;
                            created_at: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    moveProject: {
        parameters: {
            query?: {
                /** @description How many seconds to wait for the end before answering 202. */
                wait?: number;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the database to move the project to. */
                    database: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project: string;
                            from: string;
                            database: string;
                            /** @enum {unknown} */
                            state: "running" | "done" | "failed";
                            bytes: number | null;
                            error: string | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                            kept_until: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            /** @description The request succeeded. */
            202: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project: string;
                            from: string;
                            database: string;
                            /** @enum {unknown} */
                            state: "running" | "done" | "failed";
                            bytes: number | null;
                            error: string | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                            kept_until: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listMoves: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project: string;
                            from: string;
                            database: string;
                            /** @enum {unknown} */
                            state: "running" | "done" | "failed";
                            bytes: number | null;
                            error: string | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                            kept_until: string | null;
                        }[];
                        count: number;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
                move_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            project: string;
                            from: string;
                            database: string;
                            /** @enum {unknown} */
                            state: "running" | "done" | "failed";
                            bytes: number | null;
                            error: string | null;
                            /** Format: date-time */
                            created_at: string;
                            ended_at: string | null;
                            kept_until: string | null;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    showAuthorization: {
        parameters: {
            query: {
                client_id: string;
                redirect_uri?: string;
                response_type?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                state?: string;
                scope?: string;
                resource?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The name the program gave itself; it is not verified. */
                            client_name: string;
                            redirect_uri: string;
                            project: {
                                id: string;
                                name: string;
                                role: string;
                            };
                            /** @enum {unknown} */
                            scope: "read" | "write";
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    decideAuthorization: {
        parameters: {
            query: {
                client_id: string;
                redirect_uri?: string;
                response_type?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                state?: string;
                scope?: string;
                resource?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            redirect_to: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    showDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            client_name: string;
                            project_id: string | null;
                            /** @enum {unknown} */
                            scope: "read" | "write";
                            /** @enum {unknown} */
                            state: "pending" | "allowed" | "denied";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    decideDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    /** @description The id of this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            client_name: string;
                            project_id: string | null;
                            /** @enum {unknown} */
                            scope: "read" | "write";
                            /** @enum {unknown} */
                            state: "pending" | "allowed" | "denied";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                        };
                        /** @constant */
                        count: 1;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
