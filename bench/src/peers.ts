export interface Peer {
  readonly name: string;
  readonly url: string;
  /** Path of one row; `{id}` is replaced by its id. */
  readonly read: string | undefined;
  readonly list: string | undefined;
  readonly uncounted: string | undefined;
  /** Path of a list of 20 rows of one owner under a rule; `{owners}` is replaced by the table's number of owners. */
  readonly owned: string | undefined;
  readonly ownedHeaders: Readonly<Record<string, string>>;
  readonly insert: string | undefined;
  readonly body: string | undefined;
  readonly login: string | undefined;
  readonly loginBody: string | undefined;
  /** Its process on this machine; if set, CPU per request is measured over its process tree. */
  readonly pid: number | undefined;
  /** Path of a list whose `id`s are read; its rows are under `items` or `data`, or it is an array. */
  readonly ids: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export type PeerWork = 'read' | 'list' | 'uncounted' | 'owned' | 'insert' | 'mix' | 'login';

const NAME = /^BENCH_PEER_([A-Z0-9]+)$/;

/** Reads peers: `BENCH_PEER_<NAME>` is the address, `BENCH_PEER_<NAME>_READ`, `_LIST` and so on are the other fields. */
export function readPeers(env: NodeJS.ProcessEnv): Peer[] {
  return Object.entries(env).flatMap(([variable, url]) => {
    const name = NAME.exec(variable)?.[1];
    if (name === undefined || url === undefined) return [];
    const part = (suffix: string): string | undefined => env[`${variable}_${suffix}`];
    const headersIn = (suffix: string): Record<string, string> =>
      headersOf(JSON.parse(part(suffix) ?? '{}'), `${variable}_${suffix}`);
    return [
      {
        name: name.toLowerCase(),
        url,
        read: part('READ'),
        list: part('LIST'),
        uncounted: part('UNCOUNTED'),
        login: part('LOGIN'),
        loginBody: part('LOGINBODY'),
        pid: part('PID') === undefined ? undefined : Number(part('PID')),
        insert: part('INSERT'),
        body: part('BODY'),
        ids: part('IDS'),
        headers: headersIn('HEADERS'),
        owned: part('OWNED'),
        ownedHeaders: headersIn('OWNEDHEADERS'),
      },
    ];
  });
}

export async function fetchPeerIds(peer: Peer): Promise<string[]> {
  if (peer.ids === undefined) return [];
  const answer: unknown = await (await fetch(new URL(peer.ids, peer.url), { headers: peer.headers })).json();
  const rows = Array.isArray(answer) ? answer : rowsIn(answer);
  return rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row ? [String(row.id)] : [],
  );
}

function rowsIn(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const rows = 'items' in answer ? answer.items : 'data' in answer ? answer.data : [];
  return Array.isArray(rows) ? rows : [];
}

function headersOf(value: unknown, variable: string): Record<string, string> {
  if (typeof value !== 'object' || value === null) throw new Error(`${variable} must be a JSON object.`);
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
