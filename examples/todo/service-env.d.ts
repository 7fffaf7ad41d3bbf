// Written from the tables and functions of the project by the build adapter of @service/client or by `servicectl types`.
// Do not edit it: the next change of the project replaces it. Commit it, so that builds without the service know the types.
export {};

declare module '@service/client' {
  interface Register {
    tables: {
      posts: {
        Row: {
          id: string;
          created_at: string;
          updated_at: string;
          owner_id: string | null;
          text: string;
          author: string;
        };
        Insert: {
          text: string;
          author: string;
        };
        Update: {
          text?: string;
          author?: string;
        };
        Kinds: {
          id: 'uuid';
          created_at: 'timestamp';
          updated_at: 'timestamp';
          owner_id: 'uuid';
          text: 'text';
          author: 'text';
        };
        Searchable: false;
      };
      todos: {
        Row: {
          id: string;
          created_at: string;
          updated_at: string;
          owner_id: string | null;
          title: string;
          done: boolean;
        };
        Insert: {
          title: string;
          done?: boolean;
        };
        Update: {
          title?: string;
          done?: boolean;
        };
        Kinds: {
          id: 'uuid';
          created_at: 'timestamp';
          updated_at: 'timestamp';
          owner_id: 'uuid';
          title: 'text';
          done: 'boolean';
        };
        Searchable: true;
      };
    };
    functions: {
      summary: import('@service/client').FunctionTypes<typeof import('./functions/summary.js')>;
    };
  }
}
