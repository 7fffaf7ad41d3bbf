import { type Figure, median, short, whole } from '../figures.ts';
import { bearer, type HttpRequest, jsonRequest, send } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { BENCH_COLUMNS, idOf, newRowOf } from '../rows.ts';
import type { BenchUser } from '../service/admin-api.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { signIn } from './accounts.ts';
import { newestFirst } from './owned-tables.ts';

const TEAMS = 10_000;
const FEW_TEAMS = 3;
const MANY_TEAMS = 100;
const STRANGERS = 20_000;
const POOL = 4096;
const LIST_CONNECTIONS = 16;
const PASSWORD = 'a calm and long password';

const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';
const UNDER_TEAM = { level: 'authenticated', where: MEMBER };

interface Member {
  readonly user: BenchUser;
  readonly id: string;
  readonly teams: number;
  readonly firstTeam: number;
  readonly isIn: (team: number) => boolean;
}

interface Person extends Member {
  readonly cookie: string;
}

/** The person also owns the rows of the person's teams, so both rules give the same rows. */
export async function measureTeamRules(stage: Stage): Promise<Figure[]> {
  const members = [await createMember(stage, FEW_TEAMS), await createMember(stage, MANY_TEAMS)] as const;
  await createTeams(stage, members);
  // Sessions are short, and filling the tables takes minutes.
  const few = await signInAs(stage, members[0]);
  const many = await signInAs(stage, members[1]);
  const rows = numbersOf(stage, few.isIn);
  const reads = rows.slice(0, POOL).map((number) => readOf(stage, few, number));
  const team = teamName(few.firstTeam);
  const inserts = Array.from({ length: POOL }, (_, index) =>
    insertOf(stage, few, { ...newRowOf(index), team_id: team }),
  );
  return [
    await compareRules(stage, 'read', { ...listsOf(stage, few), target: TARGETS.teamListCost }),
    await compareRules(stage, 'read', { ...listsOf(stage, many), target: TARGETS.manyTeamsListCost }),
    await compareRules(stage, 'read', { ...eitherOf(stage, few), target: TARGETS.teamListCost }),
    await compareRules(stage, 'read', { work: 'read by id', requests: reads, target: TARGETS.teamReadCost }),
    await compareRules(stage, 'create', { work: 'insert', requests: inserts, target: TARGETS.teamInsertCost }),
  ];
}

interface Work {
  readonly work: string;
  readonly requests: readonly HttpRequest[];
  readonly rule?: object;
  readonly connections?: number;
}

async function compareRules(
  stage: Stage,
  action: 'read' | 'create',
  { work, requests, rule = UNDER_TEAM, connections, target }: Work & { readonly target: NonNullable<Figure['target']> },
): Promise<Figure> {
  const owned: CountedLoad[] = [];
  const shared: CountedLoad[] = [];
  const runUnder = async (chosen: unknown): Promise<CountedLoad> => {
    const rules = { read: 'owner', create: 'owner', [action]: chosen };
    await stage.api.setRules(stage.project.id, 'tasks', rules);
    // The first requests under a new rule count rows and choose a plan again, which later requests need not do.
    for (const request of requests.slice(0, 2)) await send(request, stage.service.url);
    return await loadService(stage, requests, connections);
  };
  for (let round = 0; round < stage.options.rounds; round++) {
    owned.push(await runUnder('owner'));
    shared.push(await runUnder(rule));
  }
  const floor = mediansOf(owned);
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(shared);
  const value = median(shared.map((load, round) => costOf(stage, load, owned[round] ?? load)));
  return {
    work: `${work} under a look-up, against \`owner\``,
    figure: `${whole(perSecond)}/s`,
    floor: `${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs`,
    ratio: `× ${short(value)}`,
    value,
    target,
    ...{ p50Ms, p99Ms, cpuUs, failures: failures + floor.failures, spread },
  };
}

/** On PostgreSQL most of the work is in another process, so the requests per second count as well. */
function costOf({ options }: Stage, load: CountedLoad, floor: CountedLoad): number {
  const cpu = load.cpuUs / floor.cpuUs;
  return options.engine === 'sqlite' ? cpu : Math.max(cpu, floor.perSecond / load.perSecond);
}

function listsOf(stage: Stage, { cookie, teams }: Person): Work {
  const work = `list of 20 with count, member of ${teams} of ${whole(TEAMS)} teams,`;
  return { work, requests: [newestFirst(stage, 'tasks', 'count=exact', cookie)], connections: LIST_CONNECTIONS };
}

function eitherOf(stage: Stage, person: Person): Work {
  const rule = { level: 'authenticated', where: `or(owner_id:eq:$user.id,${MEMBER})` };
  const lists = listsOf(stage, person);
  return { ...lists, work: `${lists.work} or the owner,`, rule };
}

function readOf({ project }: Stage, { cookie }: Person, number: number): HttpRequest {
  const path = `${pathOf(project.id)}/${idOf(number)}`;
  return { method: 'GET', path, headers: { ...bearer(project.publicKey), cookie } };
}

function insertOf({ project }: Stage, { cookie }: Person, row: object): HttpRequest {
  const request = jsonRequest('POST', pathOf(project.id), project.publicKey, row);
  return { ...request, headers: { ...request.headers, cookie } };
}

function pathOf(project: string): string {
  return `/api/baas/${project}/data/tasks`;
}

async function createMember(stage: Stage, teams: number): Promise<Member> {
  const user: BenchUser = { email: `member-of-${teams}@bench.example`, password: PASSWORD };
  const id = await stage.api.createUser(stage.project.id, user);
  const step = Math.floor(TEAMS / teams);
  const firstTeam = teams % step;
  const isIn = (team: number): boolean => team % step === firstTeam && team < step * teams;
  return { user, id, teams, firstTeam, isIn };
}

async function signInAs(stage: Stage, member: Member): Promise<Person> {
  return { ...member, cookie: await signIn(stage, member.user) };
}

async function createTeams(stage: Stage, people: readonly Member[]): Promise<void> {
  const { api, project, options } = stage;
  const rules = { read: 'private' };
  const text = (name: string) => ({ name, type: 'text', required: true });
  const indexes = [{ columns: ['user_id', 'team_id'], unique: true }];
  await api.createTable(project.id, { name: 'members', columns: [text('team_id'), text('user_id')], indexes, rules });
  const members = membersOf(people);
  const csv = [`team_id,user_id\r\n${members.map((cells) => `${cells.join(',')}\r\n`).join('')}`];
  await api.importCsv(project.id, 'members', { csv, rows: members.length });
  const columns = [...BENCH_COLUMNS, { ...text('team_id'), indexed: true }];
  await api.createTable(project.id, { name: 'tasks', columns, rules });
  const cells = {
    team_id: (number: number) => teamName(number % TEAMS),
    owner_id: (number: number) => people.find(({ isIn }) => isIn(number % TEAMS))?.id ?? '',
  };
  await api.importRows(project.id, 'tasks', { from: 0, to: options.rows, cells });
}

function membersOf(people: readonly Member[]): readonly (readonly string[])[] {
  const members: string[][] = [];
  for (let stranger = 0; stranger < STRANGERS; stranger++) {
    members.push([teamName(stranger % TEAMS), idOf(stranger)]);
  }
  for (const { id, isIn } of people) {
    for (let team = 0; team < TEAMS; team++) if (isIn(team)) members.push([teamName(team), id]);
  }
  return members;
}

function numbersOf({ options }: Stage, isIn: (team: number) => boolean): readonly number[] {
  const teams = Array.from({ length: TEAMS }, (_, team) => team).filter(isIn);
  const rounds = Math.floor(options.rows / TEAMS);
  return Array.from({ length: rounds }, (_, round) => teams.map((team) => round * TEAMS + team)).flat();
}

function teamName(team: number): string {
  return idOf(team);
}
