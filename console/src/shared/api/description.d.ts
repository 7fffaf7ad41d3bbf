export interface paths {
    "/api/cloud/projects/{project_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change made to a project in the control plane, failed sign-ins, refused access and exports, newest first */
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
        /** Changes in all projects and accounts: all of them for the admin token, else those the account made itself */
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
        /** Requests, runs, deliveries and storage over time */
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
        /** Requests that the API answered, or lines that functions wrote, of the last three days */
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
        /** Development mode: the mails of the projects that the caller administers, newest first */
        get: operations["listMailbox"];
        put?: never;
        post?: never;
        /** Development mode: forgets the mails that the caller may read */
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
        /** The mails to users of the project, with their texts */
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
        /** The text of one mail */
        get: operations["getMailTemplate"];
        /** Gives a mail the project’s own text; what is not sent is the usual text */
        put: operations["setMailTemplate"];
        post?: never;
        /** Gives a mail its usual text again */
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
        /** The mail with made-up values, from the text that is sent or the one in force; nothing is saved or mailed */
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
        /** Mails the text that is sent, or the one in force, with made-up values; to whoever asks unless it is said */
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
        /** Makes the first account with the one-time token printed at the first start */
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
        /** Starts a console session, or asks for the second factor */
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
        /** Finishes a sign-in with a code of the app or a recovery code */
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
        /** Ends the console session of the cookie, or all of its account; no session is no error */
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
        /** Options with which a browser signs in with a passkey, the same for everybody */
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
        /** Starts a console session with a passkey, which is both factors */
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
        /** Sends a mail to set a new password with, if the address has an account */
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
        /** Spends the token of a reset mail, sets the password and ends all sessions */
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
        /** The account behind the token or session */
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
        /** Sets another password and ends the other sessions */
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
        /** The console sessions of the signed-in account, newest first */
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
        /** Ends one of the own console sessions */
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
        /** Events of the signed-in account: sign-ins, failed ones, changes of it; newest first */
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
        /** Makes a secret for an authenticator app; it counts once a code of it was shown */
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
        /** Turns the second factor on with its first code; the recovery codes are shown in this answer only */
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
        /** Options with which the browser of the signed-in account makes a passkey */
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
        /** The passkeys of the signed-in account, oldest first */
        get: operations["listOperatorPasskeys"];
        put?: never;
        /** Adds the passkey that the browser made; its owner gets a mail */
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
        /** Removes one of the own passkeys, unless it is the only way to sign in */
        delete: operations["removeOperatorPasskey"];
        options?: never;
        head?: never;
        /** Gives one of the own passkeys another name */
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
        /** The personal tokens of the signed-in account */
        get: operations["listPersonalTokens"];
        put?: never;
        /** Makes a personal token; it is shown in this answer only */
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
        /** Ends a personal token at once, with every token and key that was made with it */
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
        /** All accounts of the installation and who is invited to have one; for instance operators */
        get: operations["listOperators"];
        put?: never;
        /** Invites somebody to have an account, by a link shown in this answer only; for instance operators */
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
        /** Makes an account an instance operator or not, disables or enables it; for instance operators */
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
        /** The installation: its version and addresses; for its operators also what it stands on */
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
        /** The projects the operator is a member of */
        get: operations["listProjects"];
        put?: never;
        /** Makes a project that belongs to the account; the id is made from the name unless it is chosen */
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
        /** One project */
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
        /** The secret keys, without the keys themselves */
        get: operations["listKeys"];
        put?: never;
        /** Makes a secret key; it is shown in this answer only */
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
        /** Ends a secret key at once */
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
        /** Makes a new public key; the old one ends at once */
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
        /** All settings, with their defaults */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the settings that are sent; the answer is the whole */
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
        /** Asks for the TXT record that proves a domain of the app; an instance operator may confirm it without */
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
        /** How much the project uses, and how much it may */
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
        /** The members of the project and who is invited */
        get: operations["listMembers"];
        put?: never;
        /** Invites somebody by a link shown in this answer only, whether or not the address has an account */
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
        /** Removes a member with their keys, invitations, tokens and sessions, or an invitation; everybody may remove themselves */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Gives a member another role */
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
        /** The keys, invitations, tokens and sessions that removing a member ends */
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
        /** Gives the signed-in account, or a new one, what the invitation with this token promises */
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
        /** The users of the project, newest first */
        get: operations["listUsers"];
        put?: never;
        /** Makes a user, with a password, the hash of one, or none */
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
        /** Moves up to 1,000 users in, with the hashes of their passwords; what does not fit is left out and told */
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
        /** One user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Deletes a user with all sessions; rows they own stay */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Changes what is sent; it holds for the user’s next request */
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
        /** The sessions of a user that can still be used, newest first */
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
        /** Turns the second factor of a user off who has lost it */
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
        /** The passkeys of a user, oldest first */
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
        /** The host that new passkeys are for, and how many there are for each host */
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
        /** The tables of a project */
        get: operations["listTables"];
        put?: never;
        /** Make a table */
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
        /** One table with the number of its rows */
        get: operations["getTable"];
        put?: never;
        post?: never;
        /** Delete a table with all its rows */
        delete: operations["deleteTable"];
        options?: never;
        head?: never;
        /** Rename a table, change its columns and its rules: all of it or nothing */
        patch: operations["alterTable"];
        trace?: never;
    };
    "/api/cloud/projects/{project_id}/slow-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists of all tables that were slow because no index serves them, with the index that would */
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
        /** Lists of the table that were slow because no index serves them, with the index that would */
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
        /** Compares the index of searchable columns with the rows, a few seconds at a time */
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
        /** Outcome of a rule for a user, or for nobody */
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
        /** The OpenAPI 3.1 description of the project with its real tables, hidden columns included */
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
        /** TypeScript for the tables and functions of the project: the text of `service-env.d.ts` */
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
        /** Lists the rows that match, with long values cut if that is wanted */
        get: operations["listRowsAsMember"];
        put?: never;
        /** Inserts one row, or up to 100 of which all or none are stored */
        post: operations["insertRowsAsMember"];
        /** Deletes every row that matches and that the caller may read and delete */
        delete: operations["deleteRowsAsMember"];
        options?: never;
        head?: never;
        /** Changes every row that matches and that the caller may read and change */
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
        /** Reads one row, with long values cut if that is wanted */
        get: operations["getRowAsMember"];
        put?: never;
        post?: never;
        /** Deletes one row and answers with the row as it was */
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
        /** Streams every row that matches and that the caller may read, as CSV or JSON */
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
        /** Runs up to 100 changes in order, all or none unless `atomic` is false */
        post: operations["batchRowsAsMember"];
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
        /** Bring rows in from a CSV or JSON file of any size */
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
        /** Stores one file, or up to 10 of which all or none are kept */
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
        /** Lists the files that match and that the caller may see */
        get: operations["listFilesAsMember"];
        put?: never;
        post?: never;
        /** Deletes the files whose paths begin so, as far as the caller may */
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
        /** One file with its metadata */
        get: operations["getFileAsMember"];
        put?: never;
        post?: never;
        /** Deletes one file with its bytes and links, and shows it as it was */
        delete: operations["deleteFileAsMember"];
        options?: never;
        head?: never;
        /** Changes name, path, visibility or metadata; a file made private also loses its signed links */
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
        /** Makes a link that opens the download of this file to anybody for a while */
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
        /** Gives the bytes of a file; a public file or a signed link needs no key */
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
        /** The folders right below a prefix, with what lies in them */
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
        /** The messages, newest first, and how many are unread */
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
        /** Every message that matches, oldest first, as CSV or JSON */
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
        /** One message */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        /** Deletes a message for good */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        /** Marks a message as read, puts it away, or moves it into spam and out of it */
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
        /** The plan and the balance with its newest entries */
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
        /** Entries of the balance, paid in and paid out, newest first */
        get: operations["listBillingEntries"];
        put?: never;
        /** Tops the balance up, or takes something out of it; for operators of the instance */
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
        /** The statement, oldest entry first, as CSV or JSON */
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
        /** Prices of calls of integrations, in minor units */
        get: operations["getPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the price list; for operators of the instance */
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
        /** Integrations, connected or not */
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
        /** One connection, without its credentials */
        get: operations["getIntegration"];
        /** Connects a provider; credentials that are not sent again stay */
        put: operations["connectIntegration"];
        post?: never;
        /** Ends a connection and forgets its credentials */
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
        /** Whether the provider takes the credentials */
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
        /** Asks the payment provider for its events since a time, at most 30 days ago, and applies those that never came */
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
        /** Sends the signed events of a made-up story to the endpoint of the project, where its key is one of the test mode; the story test_event makes no row and goes with any key */
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
        /** The functions of a project */
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
        /** One function with its sources and the versions that are kept */
        get: operations["getFunction"];
        /** Deploys a function, or changes the options that are sent; a source that does not load changes nothing */
        put: operations["putFunction"];
        post?: never;
        /** Deletes a function with its versions */
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
        /** Puts an earlier version of a function in force again */
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
        /** Runs a function now, or again with what an earlier run was given; answers when it has ended */
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
        /** The runs of all functions, newest first */
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
        /** The next times at which a schedule would run */
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
        /** The runs of a function, newest first */
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
        /** One run with what it was given and what it logged */
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
        /** Orders a run of an http function for now or later */
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
        /** Runs that were ordered for later, newest first */
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
        /** Lets the jobs of a project that was restored paused start when they are due */
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
        /** One job with what its runs are given */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Cancels a job that waits */
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
        /** Queues a job that failed or was cancelled again, with all its retries */
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
        /** Lets a job that waits start now */
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
        /** The names of the project’s secrets; nothing shows their values again */
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
        /** Sets a secret that functions find in ctx.secrets from their next call on */
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
        /** The webhooks of a project, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Sends changes of a table to an address from now on */
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
        /** One webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Ends a webhook; what is pending is not sent */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Changes what is sent; `enabled: false` skips what is pending, `secret: null` removes the secret */
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
        /** Enables a webhook again and resets its counter of failures; what was skipped stays skipped */
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
        /** Replaces the secret; for 24 hours both sign. Without `secret` the server makes one and shows it once */
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
        /** Sends a made-up insert once, also while the webhook is disabled; the log tells what came of it */
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
        /** Deliveries of the last 30 days with their outcomes, newest first */
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
        /** One delivery with every attempt: what was sent and what came back */
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
        /** One more attempt with the same id and bytes */
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
        /** One more attempt for everything since a time that failed or was skipped */
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
        /** A webhook whose deliveries are fetched; it goes a minute after they were last asked for */
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
        /** The deliveries that wait for whoever listens, signed */
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
        /** Outcome of a fetched delivery, for the log */
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
        /** The deployments that are kept, newest first */
        get: operations["listDeployments"];
        put?: never;
        /** Publishes a tar.gz of dist/, webhook/ and functions/: all of it from one moment on, or nothing */
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
        /** One deployment */
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
        /** Puts a deployment that is kept in force again, with its functions and handlers */
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
        /** All tables with their rules, and the options of functions, as schema.json holds them */
        get: operations["getSchemaDocument"];
        /** Makes the tables and the options of functions what the schema says, in one transaction */
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
        /** The whole project at this moment as one archive */
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
        /** The backups that are kept, newest first */
        get: operations["listBackups"];
        put?: never;
        /** Makes a backup that is kept, and reads it back from where it is */
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
        /** One backup: how far it has come, how long it is */
        get: operations["getBackup"];
        put?: never;
        post?: never;
        /** Deletes a backup where it is kept */
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
        /** The archive, whole or a range of it */
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
        /** Restores the project from an archive: all of it or nothing */
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
        /** The moments of the continuous archive of which the project can be restored */
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
        /** How far a restore has come */
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
        /** Any project at this moment as one archive; for instance operators */
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
        /** Restores any project from an archive, as its owner would; for instance operators */
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
        /** How far a restore has come; for instance operators */
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
        /** The control plane as lines of JSON: accounts, members, tokens as hashes, balances; for instance operators */
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
        /** Loads the control plane of a backup into an empty installation; for instance operators */
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
        /** The databases that hold the projects; for instance operators */
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
        /** One database: its projects, size, connections and state; for instance operators */
        get: operations["getDatabase"];
        put?: never;
        post?: never;
        /** Forgets a database that holds no projects; for instance operators */
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
        /** The moves of the project between databases, newest first; for instance operators */
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
        /** How far a move has come; for instance operators */
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
        /** Describes the program and the rights that it requests, so that the account can decide; for console sessions */
        get: operations["showAuthorization"];
        put?: never;
        /** Allows or refuses it, and answers with the address that the browser goes to; for console sessions */
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
        /** The program behind a code; for console sessions */
        get: operations["showDevice"];
        put?: never;
        /** Allows or refuses the sign-in of the program behind a code; for console sessions */
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
            /** @description A sentence for people. */
            error: string;
            /** @description A word for programs. */
            code: string;
            /** @description More about it; its fields depend on the code. */
            details?: Record<string, never>;
            request_id: string;
        };
    };
    responses: {
        /** @description It failed; `code` says why. */
        Failure: {
            headers: {
                /** @description Names this request in the logs. */
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
                /** @description Part of the address of an account, its whole id, or `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` is any run of characters. */
                action?: string;
                /** @description Part of what was changed. */
                target?: string;
                /** @description ISO time: then or later. */
                since?: string;
                /** @description ISO time: before it. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description `user`: of the app; `key`: a secret key; `anonymous`: whoever it was.
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
                            /** @description The command line or MCP, as they say themselves. */
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
                /** @description Part of the address of an account, its whole id, or `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` is any run of characters. */
                action?: string;
                /** @description Part of what was changed. */
                target?: string;
                /** @description ISO time: then or later. */
                since?: string;
                /** @description ISO time: before it. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description `user`: of the app; `key`: a secret key; `anonymous`: whoever it was.
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
                            /** @description The command line or MCP, as they say themselves. */
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
                /** @description ISO time; a day before `to` when not said. The step that holds it is the first. */
                from?: string;
                /** @description ISO time, not included; now when not said. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description The beginning of the step, in UTC.
                             */
                            at: string;
                            requests: number;
                            /** @description Answers with a status of 400 or more. */
                            errors: number;
                            p50_ms: number | null;
                            p95_ms: number | null;
                            runs: number;
                            runs_failed: number;
                            /** @description Webhook deliveries that came to an end. */
                            deliveries: number;
                            deliveries_failed: number;
                            /** @description At the end of the step. */
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
                /** @description The id of an entry: those that were written after it, oldest first. */
                after?: string;
                /** @description The id of an entry: those that were written before it. */
                before?: string;
                limit?: number;
                /** @description Seconds to wait for an entry when there is none. */
                wait?: number;
                /** @description ISO time: requests that began, and lines that were written, then or later. */
                since?: string;
                /** @description ISO time: before it. */
                until?: string;
                /** @description Of requests. */
                request_id?: string;
                /** @description Of requests: `404`, or `5xx` for all of that kind. */
                status?: string;
                /** @description Of requests. */
                method?: string;
                /** @description Of requests: part of the path in any case; `*` is any run of characters. */
                path?: string;
                /** @description Of requests: `anonymous`, `user:<id>` or `secret:<id>`. */
                caller?: string;
                /** @description Of lines: the name of a function. */
                function?: string;
                /** @description Of lines. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Without parameters. */
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
                        /** @description For the next `after`. */
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
                /** @description Only mails to this address. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description null: made from the text. */
                    html?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description null: made from the text. */
                    html?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description null: made from the text. */
                    html?: string | null;
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description In the JSON form of WebAuthn. */
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
                    /** @description The one that came with the options. */
                    challenge_token: string;
                    /** @description What `PublicKeyCredential.toJSON()` gives. */
                    credential: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
                     * @description Ends all personal tokens too.
                     * @default true
                     */
                    end_tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                     * @description Ends all personal tokens too.
                     * @default false
                     */
                    end_tokens?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Part of the address of an account, its whole id, or `admin` or `service`. */
                actor?: string;
                /** @description Part of the action, such as `table.`; `*` is any run of characters. */
                action?: string;
                /** @description Part of what was changed. */
                target?: string;
                /** @description ISO time: then or later. */
                since?: string;
                /** @description ISO time: before it. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description `user`: of the app; `key`: a secret key; `anonymous`: whoever it was.
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
                            /** @description The command line or MCP, as they say themselves. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description In the JSON form of WebAuthn. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Its provider keeps a copy, so it survives the loss of the device. */
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
                    /** @description The one that came with the options. */
                    challenge_token: string;
                    /** @description What `PublicKeyCredential.toJSON()` gives. */
                    credential: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Its provider keeps a copy, so it survives the loss of the device. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Its provider keeps a copy, so it survives the loss of the device. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description For instance operators: room on the disk of the data. */
                            free_bytes?: number;
                            /** @description For instance operators: why the last mail did not leave; null when it did. */
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
                /** @description Part of the name or the id; `*` is any run of characters. */
                search?: string;
                /** @description Adds what the last 24 hours brought. */
                stats?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                    /** @description Whoever reads it has opened its link; until then the owners are told. */
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
                             * @description Of whoever asks.
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                    /** @description Whoever reads it has opened its link; until then the owners are told. */
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
                             * @description Of whoever asks.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                    /** @description Whoever reads it has opened its link; until then the owners are told. */
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
                             * @description Of whoever asks.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                    /** @description Whoever reads it has opened its link; until then the owners are told. */
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
                             * @description Of whoever asks.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            inbox: {
                                enabled: boolean;
                                notify_email: string | null;
                                /** @description Whoever reads it has opened its link; until then the owners are told. */
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
                            /** @description Where tokens are verified, when it is not the provider itself. */
                            verify_url?: string | null;
                        } | null;
                    };
                    auth?: {
                        signup_enabled?: boolean;
                        verification_required?: boolean;
                        password_min_length?: number;
                        /** @description Only addresses of these domains may sign up; empty: any. */
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
                            /** @description The host that passkeys are made for; null: that of the published app. */
                            rp_id?: string | null;
                        };
                    };
                    storage?: {
                        upload?: string;
                        /** @description Downloads are sent on to the object store; without one it changes nothing. */
                        redirect?: boolean;
                    };
                    app?: {
                        /** @description Host names at which the published app is served too. */
                        domains?: string[];
                    };
                    limits?: {
                        reads_per_10s?: number;
                        writes_per_10s?: number;
                        storage_bytes?: number;
                        storage_files?: number;
                        /** @description The same as `storage_bytes`. */
                        files_bytes?: number;
                        /** @description Of all tables with their indexes together. */
                        rows_bytes?: number;
                        emails_per_user_hour?: number;
                        ai_calls_per_user_hour?: number;
                        /** @description Runs of functions that wait for later. */
                        jobs?: number;
                        /** @description Cost of AI calls in a day (UTC), in minor units. */
                        ai_per_day?: number;
                    };
                    payments?: {
                        /** @description Ids of prices at the provider that users may buy; empty: any of them. */
                        products?: string[];
                        /** @description Users may name an amount of their own. */
                        allow_custom_amounts?: boolean;
                        /** @description Users may subscribe to a product several times. */
                        several_subscriptions?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            inbox: {
                                enabled: boolean;
                                notify_email: string | null;
                                /** @description Whoever reads it has opened its link; until then the owners are told. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                /** @description Of one file. */
                                file_bytes_max: number;
                                bytes_max: number;
                            };
                            rows: {
                                bytes: number;
                                bytes_max: number;
                            };
                            inbox: {
                                /** @description Without spam. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description argon2 or scrypt as PHC text, or bcrypt. */
                    password_hash?: string;
                    name?: string | null;
                    avatar_url?: string | null;
                    role?: string | null;
                    /** @description At most 16 KB as JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    email_verified?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description At most 16 KB as JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Never: nobody signs in to the console as a user. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Its provider keeps a copy, so it survives the loss of the device. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Part of the name; `*` is any run of characters. */
                search?: string;
                /** @description Instead of the columns their number, and the number of rows. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description Its words are found by `search`.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has it; the server sets it.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Those of several columns; the index of one column is an option of it. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes its rows. */
                            read_only?: boolean;
                            row_count?: number;
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
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
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
                    /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                    name: string;
                    columns?: {
                        /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @enum {unknown} */
                        type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                        /** @description null is refused. */
                        required?: boolean;
                        /** @description No two rows have the same value; null any number of times. */
                        unique?: boolean;
                        /** @description Filters and orders on it are fast. */
                        indexed?: boolean;
                        /** @description Only secret callers see it. */
                        hidden?: boolean;
                        /** @description Only secret callers write it. */
                        read_only?: boolean;
                        /** @description Text whose words `search` finds; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description Stored when an insert does not send the column. null is none. */
                        default?: unknown;
                        /**
                         * @description What happens to the row when the row it points at is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        /** @description The only values a text may have. */
                        enum?: string[];
                        /** @description The table a reference points at. */
                        table?: string;
                    }[];
                    indexes?: {
                        columns: string[];
                        /** @description No two rows have the same values in all of them; rows with a null are left out. */
                        unique?: boolean;
                    }[];
                    /** @description Who may do what. On POST an absent action is `private`, on PATCH it stays. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description Its words are found by `search`.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has it; the server sets it.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Those of several columns; the index of one column is an option of it. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes its rows. */
                            read_only?: boolean;
                            row_count?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes that the look-ups of the saved rules lack: each row that is tested walks through the table. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description Its words are found by `search`.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has it; the server sets it.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Those of several columns; the index of one column is an option of it. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes its rows. */
                            read_only?: boolean;
                            row_count?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes that the look-ups of the saved rules lack: each row that is tested walks through the table. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description Its words are found by `search`.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has it; the server sets it.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Those of several columns; the index of one column is an option of it. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes its rows. */
                            read_only?: boolean;
                            row_count?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                        count: number;
                        /** @description Indexes that the look-ups of the saved rules lack: each row that is tested walks through the table. */
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
                /** @description Changes nothing and tells the effects. */
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
                    /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                    rename?: string;
                    add_columns?: {
                        /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @enum {unknown} */
                        type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                        /** @description null is refused. */
                        required?: boolean;
                        /** @description No two rows have the same value; null any number of times. */
                        unique?: boolean;
                        /** @description Filters and orders on it are fast. */
                        indexed?: boolean;
                        /** @description Only secret callers see it. */
                        hidden?: boolean;
                        /** @description Only secret callers write it. */
                        read_only?: boolean;
                        /** @description Text whose words `search` finds; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description Stored when an insert does not send the column. null is none. */
                        default?: unknown;
                        /**
                         * @description What happens to the row when the row it points at is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        /** @description The only values a text may have. */
                        enum?: string[];
                        /** @description The table a reference points at. */
                        table?: string;
                    }[];
                    change_columns?: {
                        /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                        name: string;
                        /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                        rename?: string;
                        /** @description A type cannot change; the same one is accepted. */
                        type?: string;
                        /** @description null is refused. */
                        required?: boolean;
                        /** @description No two rows have the same value; null any number of times. */
                        unique?: boolean;
                        /** @description Filters and orders on it are fast. */
                        indexed?: boolean;
                        /** @description Only secret callers see it. */
                        hidden?: boolean;
                        /** @description Only secret callers write it. */
                        read_only?: boolean;
                        /** @description Text whose words `search` finds; at most ten columns of a table. */
                        searchable?: boolean;
                        /** @description Stored when an insert does not send the column. null is none. */
                        default?: unknown;
                        /**
                         * @description What happens to the row when the row it points at is deleted.
                         * @enum {unknown}
                         */
                        on_delete?: "restrict" | "cascade" | "set_null";
                        enum?: string[] | null;
                    }[];
                    drop_columns?: string[];
                    add_indexes?: {
                        columns: string[];
                        /** @description No two rows have the same values in all of them; rows with a null are left out. */
                        unique?: boolean;
                    }[];
                    /** @description Each by the names of its columns, in order. */
                    drop_indexes?: string[][];
                    /** @description Who may do what. On POST an absent action is `private`, on PATCH it stays. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description Its words are found by `search`.
                                 * @constant
                                 */
                                searchable?: true;
                                default?: unknown;
                                enum?: string[];
                                table?: string;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /**
                                 * @description Every table has it; the server sets it.
                                 * @constant
                                 */
                                system?: true;
                            }[];
                            /** @description Those of several columns; the index of one column is an option of it. */
                            indexes: {
                                columns: string[];
                                unique: boolean;
                            }[];
                            rules: {
                                read: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Only the service itself writes its rows. */
                            read_only?: boolean;
                            row_count?: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            effects?: {
                                column: string;
                                /** @description `add`, `drop`, or an option: `rename`, `required`, `unique`, `indexed`, `default`, `enum`, … */
                                change: string;
                                problem: ("nulls" | "duplicates" | "values" | "in_use") | null;
                                /** @description How many rows are in the way; without a problem, how many lose or get a value. */
                                rows: number;
                            }[];
                        };
                        count: number;
                        /** @description Indexes that the look-ups of the saved rules lack: each row that is tested walks through the table. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            table: string;
                            /** @description What would serve these lists. */
                            index: {
                                columns: string[];
                            };
                            /** @description Since the process started. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            table: string;
                            /** @description What would serve these lists. */
                            index: {
                                columns: string[];
                            };
                            /** @description Since the process started. */
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
                /** @description `next` of the answer before. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description How many rows were compared with the index. */
                            rows: number;
                            /** @description Rows whose words differ from those in the index, and entries without a row. */
                            wrong: number;
                            /** @description Where the next request goes on; null at the end. */
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
                    /** @description Who may do what. On POST an absent action is `private`, on PATCH it stays. */
                    rules?: {
                        read?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        create?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        update?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                        delete?: string | {
                            /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                            level: string;
                            /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                            where?: unknown;
                        };
                    };
                    /** @description The row that the condition is tried on. */
                    row?: {
                        [key: string]: unknown;
                    };
                    /** @description A row of the table that the rule is tried on. */
                    row_id?: string;
                    /** @description Counts the rows that the caller may do this to; of create, may read. */
                    count?: boolean;
                    /** @description Shows so many rows that the caller may do this to, 20 for true; of create, may read. */
                    sample?: boolean | number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            allowed: boolean;
                            reason: string;
                            level: string;
                            /** @description The condition as it was written, or null. */
                            where: unknown;
                            /** @description What the API would answer. */
                            status: number;
                            code: string | null;
                            /** @description The look-ups of the rule, in their order. */
                            exists?: {
                                table: string;
                                /** @description As it was written. */
                                where: unknown;
                                /** @description null: it depends on a row, and none is tried. */
                                held: boolean | null;
                            }[];
                            /** @description How many rows, when they were to be counted. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Names of columns, separated by commas; all when absent. */
                select?: string;
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Words that the searchable columns, taken together, must have. The last word may go on; so does one with `*` at its end. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first. */
                search?: string;
                /** @description Names of columns, each with `:asc` (the default) or `:desc`, separated by commas; `id` decides ties. */
                order?: string;
                limit?: number;
                offset?: number;
                count?: "exact" | "none";
                /** @description A page by key: a JSON array of one row's values of the order's columns in their order, then its id. The page holds the rows behind that place. Not together with `offset`. */
                after?: string;
                /** @description A page by key: a JSON array of one row's values of the order's columns in their order, then its id. The page holds the rows before that place. Not together with `offset`. */
                before?: string;
                /** @description Longer texts, and JSON values that are longer as text, are cut after so many characters and shown as text; `cut` says which. */
                cut?: number;
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        }[];
                        count?: number;
                        /** @description The columns that are cut, by row id. */
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
                /** @description Answers with the number of rows alone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Touches every row without a filter; for secret keys. */
                all?: "true" | "false";
                /** @description Answers with the number of rows alone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Touches every row without a filter; for secret keys. */
                all?: "true" | "false";
                /** @description Answers with the number of rows alone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Names of columns, separated by commas; all when absent. */
                select?: string;
                /** @description Longer texts, and JSON values that are longer as text, are cut after so many characters and shown as text; `cut` says which. */
                cut?: number;
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                        /** @description The columns that are cut, by row id. */
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
                /** @description Answers with the number of rows alone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Answers with the number of rows alone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Names of columns, separated by commas; all when absent. */
                select?: string;
                /** @description `field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND). */
                filter?: string | string[];
                /** @description Words that the searchable columns, taken together, must have. The last word may go on; so does one with `*` at its end. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first. */
                search?: string;
                /** @description Names of columns, each with `:asc` (the default) or `:desc`, separated by commas; `id` decides ties. */
                order?: string;
                /** @description CSV only: cells that look like formulas are left as they are. */
                raw?: "true" | "false";
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                     * @description Words that the searchable columns, taken together, must have. The last word may go on; so does one with `*` at its end. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first.
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
                     * @description Words that the searchable columns, taken together, must have. The last word may go on; so does one with `*` at its end. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
    importRows: {
        parameters: {
            query?: {
                /** @description `csv`, `json` or `ndjson`. */
                format?: string;
                mode?: "insert" | "upsert";
                /** @description With `mode=upsert`: the unique column that tells known rows. Without it `id`, or the one the rows have. */
                on?: string;
                /** @description CSV: the columns of the table in the place of the header’s, by commas; `-` leaves one out. */
                columns?: string;
                /** @description Reports, but writes nothing. */
                dry_run?: boolean;
                /** @description CSV cells as they are, as in an export with `raw`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description All that were read. */
                            rows: number;
                            inserted: number;
                            updated: number;
                            /** @description Left out; the first thousand are listed. */
                            failed: number;
                            errors: {
                                /** @description On which the row begins, from 1. */
                                line: number;
                                code: string;
                                message: string;
                                field?: string;
                            }[];
                            dry_run: boolean;
                        };
                        /** @description Rows inserted or updated. */
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
                    /** @description The path with the name, or a folder that ends with `/` for the name of the file. */
                    path?: string;
                    /** @enum {unknown} */
                    visibility?: "public" | "authenticated" | "owner" | "linked" | "private";
                    /** @description A JSON object. */
                    metadata?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
                /** @description The beginning of paths. */
                prefix?: string;
                /** @description As for rows; may be repeated (AND). */
                filter?: string | string[];
                /** @description Fields with `:asc` or `:desc`, separated by commas. */
                order?: string;
                limit?: number;
                offset?: number;
                /** @description A page by key: a JSON array of one file's values of the order's fields in their order, then its id. The page holds the files after that place. Not together with `offset`. */
                after?: string;
                /** @description A page by key: a JSON array of one file's values of the order's fields in their order, then its id. The page holds the files before that place. Not together with `offset`. */
                before?: string;
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Where it stands for people; ends with the name. */
                            path: string;
                            size: number;
                            /** @description By its bytes. */
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
                    /** @description Seconds. */
                    expires_in: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description From a signed link; opens this file without a key. */
                token?: string;
                /** @description `1`: to be saved, whatever it is. */
                download?: "0" | "1";
                w?: number;
                h?: number;
                fit?: "cover" | "contain";
                format?: "webp" | "avif" | "jpeg" | "png";
                /** @description Answers what this caller gets: `anonymous`, `user:<id>` or `role:<name>`. */
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
            /** @description The bytes, with the type that they were found to have. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "*/*": unknown;
                };
            };
            /** @description The bytes that `Range` asks for. */
            206: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Nothing: the bytes are where `Location` says. */
            302: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Nothing: the caller has the bytes already. */
            304: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description With the prefix before and a slash at the end. */
                            path: string;
                            /** @description In it, however deep. */
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
                /** @description Without it: everything but spam. */
                status?: "unread" | "read" | "archived" | "spam" | "all";
                /** @description Part of the text, the name or the address, in any case; `*` stands for anything. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description `csv` or `json`; must be said. */
                format?: string;
                /** @description Without it: everything but spam. */
                status?: "unread" | "read" | "archived" | "spam" | "all";
                /** @description Part of the text, the name or the address, in any case; `*` stands for anything. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            /** @description Whether the caller may change it. */
                            may_change_plan: boolean;
                            /** @description In minor units of the currency. */
                            balance: number;
                            /** @description ISO 4217 in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                            /** @description Set aside for calls under way. */
                            reserved: number;
                            /** @description Cost of AI calls since midnight (UTC), and what they may cost in a day. */
                            ai_today: {
                                spent: number;
                                limit: number;
                            };
                            /** @description The newest hundred, newest first. */
                            entries: {
                                id: string;
                                /** @description In minor units; what was paid is negative. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            plan: "free" | "pro" | "business";
                            /** @description Whether the caller may change it. */
                            may_change_plan: boolean;
                            /** @description In minor units of the currency. */
                            balance: number;
                            /** @description ISO 4217 in lower case, set by SERVICE_CURRENCY. */
                            currency: string;
                            /** @description Set aside for calls under way. */
                            reserved: number;
                            /** @description Cost of AI calls since midnight (UTC), and what they may cost in a day. */
                            ai_today: {
                                spent: number;
                                limit: number;
                            };
                            /** @description The newest hundred, newest first. */
                            entries: {
                                id: string;
                                /** @description In minor units; what was paid is negative. */
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
                /** @description An ISO 8601 time: entries from then on. */
                since?: string;
                /** @description An ISO 8601 time: entries before it. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; what was paid is negative. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; what was paid is negative. */
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
                /** @description An ISO 8601 time: entries from then on. */
                since?: string;
                /** @description An ISO 8601 time: entries before it. */
                until?: string;
                /** @description csv or json */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description In minor units; what was paid is negative. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: number;
                            payments: number;
                            ai: number;
                            /** @description ISO 4217 in lower case, set by SERVICE_CURRENCY. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: number;
                            payments: number;
                            ai: number;
                            /** @description ISO 4217 in lower case, set by SERVICE_CURRENCY. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With the options of its provider; of credentials only has_<name>. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With the options of its provider; of credentials only has_<name>. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With the options of its provider; of credentials only has_<name>. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description RFC 3339. */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Events that the provider listed. */
                            seen: number;
                            /** @description Rows. */
                            added: number;
                            /** @description Rows. */
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
                    story: "checkout" | "card_fails_then_bank_pays" | "partial_refunds" | "dispute" | "abandoned" | "subscription" | "test_event";
                    /** @description The buyer. */
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                /** @description Of the answer of the endpoint. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Part of the name or the description in any case. */
                search?: string;
                /** @description Adds what the last 24 hours brought. */
                stats?: boolean;
                /** @description Also the handlers of the published app, as `webhook/<file>`. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description Deployed alone, with the published app, or brought by the service.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description Deployed alone, with the published app, or brought by the service.
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
                    /** @description Texts by path; `index.ts` or `index.js` is the entry, packages stand under `node_modules/`. */
                    files?: {
                        [key: string]: string;
                    };
                    /** @description Who may invoke it: public, authenticated, role:<name> or private. */
                    access?: string;
                    schedule?: string | null;
                    timezone?: string | null;
                    timeout_ms?: number | null;
                    retries?: number;
                    description?: string | null;
                    enabled?: boolean;
                    /** @description The options are those of `export const config`, as in a deployment; no other may be sent along. */
                    from_source?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description Deployed alone, with the published app, or brought by the service.
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description Deployed alone, with the published app, or brought by the service.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description The one before the version in force when not said. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description Deployed alone, with the published app, or brought by the service.
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
                    /** @description Again with the payload of this run. */
                    run_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What it was given; of a webhook the request. Secrets are left out. */
                            payload: unknown;
                            log: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {unknown} */
                                level: "debug" | "info" | "warn" | "error";
                                message: string;
                            }[];
                            /** @description What it gave back, null when it failed. It is not kept. */
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
                /** @description ISO time: runs that started then or later. */
                since?: string;
                /** @description ISO time: runs that started before it. */
                until?: string;
                /** @description The whole id of a run, a job or a delivery, or part of the error, the payload or the log; `*` is any run of characters. */
                search?: string;
                limit?: number;
                offset?: number;
                /** @description The name of a function, also of one that is gone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description An IANA zone; UTC when not said. */
                    timezone?: string;
                    /** @default 5 */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description ISO time: runs that started then or later. */
                since?: string;
                /** @description ISO time: runs that started before it. */
                until?: string;
                /** @description The whole id of a run, a job or a delivery, or part of the error, the payload or the log; `*` is any run of characters. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What it was given; of a webhook the request. Secrets are left out. */
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
                    /** @description Any JSON, at most 256 KB. */
                    payload?: unknown;
                    /** @description Seconds from now; not together with `at`. */
                    after_s?: number;
                    /** @description RFC 3339 time with a zone, at most 366 days ahead; a past one is now. */
                    at?: string;
                    /** @description One job of the function at a time has this key: ordering again answers with it until it fails or is cancelled, or 24 hours after its success. */
                    key?: string;
                    /**
                     * @description Repeats after failures.
                     * @default 3
                     */
                    retries?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                /** @description The name of a function, also of one that is gone. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                        /** @description Jobs that wait until the project, which was restored paused, is resumed. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                            /** @description What its runs are given. Values of secrets are left out. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                            /** @description What its runs are given. Values of secrets are left out. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                            /** @description What its runs are given. Values of secrets are left out. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                             * @description When it may start; of one that failed, when it is repeated.
                             */
                            due_at: string;
                            /** @description Runs that were started for it so far. */
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
                            /** @description What its runs are given. Values of secrets are left out. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Part of the description or the URL in any case, or a whole id. */
                search?: string;
                /** @description Adds the deliveries of the last 24 hours, and all that wait. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description Never shown again. After `whsec_` it must be base64. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Only when the server made it, and only in this answer. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Of what is skipped. `loop`: eight changes led to this one, each made by a function that heard of the one before. */
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
                /** @description Created at this time or later, RFC 3339. */
                since?: string;
                /** @description Created before this time, RFC 3339. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Of what is skipped. `loop`: eight changes led to this one, each made by a function that heard of the one before. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Of what is skipped. `loop`: eight changes led to this one, each made by a function that heard of the one before. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Of what is skipped. `loop`: eight changes led to this one, each made by a function that heard of the one before. */
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
                    /** @description What was created at this time or later, RFC 3339. */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @description Signs the deliveries; shown only here. */
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
                /** @description Seconds to wait for a delivery. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What is signed and sent, byte for byte. */
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
                    /** @description What was answered; 0 when nobody did. */
                    status: number;
                    body?: string;
                    ms: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Of what is skipped. `loop`: eight changes led to this one, each made by a function that heard of the one before. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether it is the one that is served. */
                            active: boolean;
                            /** @description Where the app is. */
                            url: string;
                            /** @description How many files stand below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description Handlers at /webhook/<file_name>. */
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
                /** @description Builds and checks everything and tells what would change. */
                dry_run?: boolean;
                /** @description Takes over functions that were put by hand. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether it is the one that is served. */
                            active: boolean;
                            /** @description Where the app is. */
                            url: string;
                            /** @description How many files stand below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description Handlers at /webhook/<file_name>. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether it is the one that is served. */
                            active: boolean;
                            /** @description Where the app is. */
                            url: string;
                            /** @description How many files stand below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description Handlers at /webhook/<file_name>. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            number: number;
                            /** @description Whether it is the one that is served. */
                            active: boolean;
                            /** @description Where the app is. */
                            url: string;
                            /** @description How many files stand below dist/. */
                            files: number;
                            size_bytes: number;
                            functions: string[];
                            /** @description Handlers at /webhook/<file_name>. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Stands for this state; `If-Match` takes it in quotes. */
                            revision: string;
                            schema: {
                                /** @constant */
                                version: 1;
                                tables: {
                                    [key: string]: {
                                        columns: {
                                            /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                                            name: string;
                                            /** @enum {unknown} */
                                            type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                                            /** @description null is refused. */
                                            required?: boolean;
                                            /** @description No two rows have the same value; null any number of times. */
                                            unique?: boolean;
                                            /** @description Filters and orders on it are fast. */
                                            indexed?: boolean;
                                            /** @description Only secret callers see it. */
                                            hidden?: boolean;
                                            /** @description Only secret callers write it. */
                                            read_only?: boolean;
                                            /** @description Text whose words `search` finds; at most ten columns of a table. */
                                            searchable?: boolean;
                                            /** @description Stored when an insert does not send the column. null is none. */
                                            default?: unknown;
                                            /**
                                             * @description What happens to the row when the row it points at is deleted.
                                             * @enum {unknown}
                                             */
                                            on_delete?: "restrict" | "cascade" | "set_null";
                                            /** @description The only values a text may have. */
                                            enum?: string[];
                                            /** @description The table a reference points at. */
                                            table?: string;
                                            /** @description Its name before, while there is one of that name; it may stay. */
                                            renamed_from?: string;
                                        }[];
                                        indexes?: {
                                            columns: string[];
                                            /** @description No two rows have the same values in all of them; rows with a null are left out. */
                                            unique?: boolean;
                                        }[];
                                        /** @description Who may do what. On POST an absent action is `private`, on PATCH it stays. */
                                        rules?: {
                                            read?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                                where?: unknown;
                                            };
                                            create?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                                where?: unknown;
                                            };
                                            update?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                                where?: unknown;
                                            };
                                            delete?: string | {
                                                /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                                level: string;
                                                /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                                where?: unknown;
                                            };
                                        };
                                        /** @description Its name before, while there is one of that name; it may stay. */
                                        renamed_from?: string;
                                    };
                                };
                                functions?: {
                                    [key: string]: {
                                        /** @enum {unknown} */
                                        trigger?: "http" | "webhook" | "scheduled";
                                        /** @description Who may invoke it: public, authenticated, role:<name> or private. */
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
                /** @description Plans, and changes nothing. */
                dry_run?: boolean;
                /** @description The id of the project, when rows or values are to go. */
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
                                /** @description Fits ^[a-z][a-z0-9_]{0,62}$. */
                                name: string;
                                /** @enum {unknown} */
                                type: "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "json" | "reference" | "file";
                                /** @description null is refused. */
                                required?: boolean;
                                /** @description No two rows have the same value; null any number of times. */
                                unique?: boolean;
                                /** @description Filters and orders on it are fast. */
                                indexed?: boolean;
                                /** @description Only secret callers see it. */
                                hidden?: boolean;
                                /** @description Only secret callers write it. */
                                read_only?: boolean;
                                /** @description Text whose words `search` finds; at most ten columns of a table. */
                                searchable?: boolean;
                                /** @description Stored when an insert does not send the column. null is none. */
                                default?: unknown;
                                /**
                                 * @description What happens to the row when the row it points at is deleted.
                                 * @enum {unknown}
                                 */
                                on_delete?: "restrict" | "cascade" | "set_null";
                                /** @description The only values a text may have. */
                                enum?: string[];
                                /** @description The table a reference points at. */
                                table?: string;
                                /** @description Its name before, while there is one of that name; it may stay. */
                                renamed_from?: string;
                            }[];
                            indexes?: {
                                columns: string[];
                                /** @description No two rows have the same values in all of them; rows with a null are left out. */
                                unique?: boolean;
                            }[];
                            /** @description Who may do what. On POST an absent action is `private`, on PATCH it stays. */
                            rules?: {
                                read?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                create?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                update?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                                delete?: string | {
                                    /** @description `public`, `authenticated`, `owner`, `role:<name>` or `private`. */
                                    level: string;
                                    /** @description A filter, as text or as JSON, whose values may be `$user.id`, `$user.email`, `$user.role` and `$now`, and whose terms may be `exists(<table>,<column>:eq:$row.<column>,…)`: whether that table has such a row. */
                                    where?: unknown;
                                };
                            };
                            /** @description Its name before, while there is one of that name; it may stay. */
                            renamed_from?: string;
                        };
                    };
                    functions?: {
                        [key: string]: {
                            /** @enum {unknown} */
                            trigger?: "http" | "webhook" | "scheduled";
                            /** @description Who may invoke it: public, authenticated, role:<name> or private. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                /** @description For people. */
                                detail: string;
                                /** @description How many rows go, or lose a value. */
                                loses: {
                                    rows: number;
                                } | null;
                                /** @description More callers may do more afterwards. */
                                opens: boolean;
                            }[];
                            applied: boolean;
                            /** @description Stands for this state; `If-Match` takes it in quotes. */
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
                /** @description What is left out, of data, files, messages, deployments, comma-separated. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Kept at the place of the schedule; else here, for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When it was read back from where it is kept. */
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
                    /** @description Opens the secrets on other servers. */
                    passphrase?: string;
                    /** @description Keep it at the place of the schedule; else here for a day. True where there is such a place. */
                    store?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Kept at the place of the schedule; else here, for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When it was read back from where it is kept. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Kept at the place of the schedule; else here, for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When it was read back from where it is kept. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description Kept at the place of the schedule; else here, for a day. */
                            stored: boolean;
                            /** Format: date-time */
                            created_at: string;
                            size_bytes: number | null;
                            sha256: string | null;
                            /** @description When it was read back from where it is kept. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description The id of the project: everything in it is replaced. Without it the project must be empty. */
                replace?: string;
                /** @description Whose public and secret keys hold afterwards. */
                keys?: "own" | "archive";
                /** @description Leaves secrets out: second factors are off, and what needs a secret is too. */
                secrets?: "skip";
                /** @description Webhooks and scheduled functions come back switched off, and jobs wait until they are resumed. */
                paused?: boolean;
                /** @description Does everything but the switch. */
                dry_run?: boolean;
                /** @description A stored backup of this project, instead of a body. */
                backup?: string;
                /** @description A moment of the continuous archive, instead of a body: the project as it was then. */
                at?: string;
                /** @description With `at`: the id of a new project, which gets what this one had. This one stays as it is. */
                as?: string;
                /** @description Seconds to wait for the end before 202. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description The id of the project: everything in it is replaced. Without it the project must be empty. */
                replace?: string;
                /** @description Whose public and secret keys hold afterwards. */
                keys?: "own" | "archive";
                /** @description Leaves secrets out: second factors are off, and what needs a secret is too. */
                secrets?: "skip";
                /** @description Webhooks and scheduled functions come back switched off, and jobs wait until they are resumed. */
                paused?: boolean;
                /** @description Does everything but the switch. */
                dry_run?: boolean;
                /** @description A stored backup of this project, instead of a body. */
                backup?: string;
                /** @description A moment of the continuous archive, instead of a body: the project as it was then. */
                at?: string;
                /** @description With `at`: the id of a new project, which gets what this one had. This one stays as it is. */
                as?: string;
                /** @description Seconds to wait for the end before 202. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                            /** @description What the archive holds and the project has not, or has switched off. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                                 * @description `waiting`: empty until its archive is restored with `replace`.
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description Never shown again; kept encrypted. */
                    url: string;
                    /**
                     * @description Whether new projects are placed in it.
                     * @default true
                     */
                    accepts_new?: boolean;
                    /**
                     * @description Its share of the projects, compared with the other databases.
                     * @default 1
                     */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                    /** @description Never shown again; kept encrypted. */
                    url?: string;
                    /**
                     * @description Whether new projects are placed in it.
                     * @default true
                     */
                    accepts_new?: boolean;
                    /**
                     * @description Its share of the projects, compared with the other databases.
                     * @default 1
                     */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
                /** @description Seconds to wait for the end before 202. */
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
                    /** @description The name of the database to move it to. */
                    database: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            202: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What the program calls itself; nobody has checked it. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names this request in the logs. */
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
