import ts from 'typescript';
import type { CodeProblem } from '../../../shared/code/code-position.ts';
import type { HelpCompletions, HelpInfo } from '../../../shared/code/editor-help.ts';
import type { Trigger } from '../function-queries.ts';
import { declareTables, type KnownTable } from './known-tables.ts';
import { createLanguageHost, ROOT, type ServedFile } from './language-host.ts';
import { contextInsertions, toInserted, toOriginal, withInsertions } from './typed-context.ts';
import { findUnknownTables } from './unknown-tables.ts';

export interface FunctionProject {
  readonly trigger: Trigger;
  readonly types: string;
  readonly tables: readonly KnownTable[];
  /** Whether `tables` are all of them, so that another name is a mistake. */
  readonly isComplete: boolean;
}

export type Sources = Readonly<Record<string, string>>;

export interface FileProblem extends CodeProblem {
  readonly file: string;
}

export interface FunctionLanguage {
  setProject(project: FunctionProject): void;
  setSources(sources: Sources): void;
  problems(): readonly FileProblem[];
  complete(file: string, offset: number): HelpCompletions | undefined;
  describe(file: string, offset: number): HelpInfo | undefined;
  describeCompletion(file: string, offset: number, label: string): HelpInfo | undefined;
}

const PROBLEMS_MAX = 100;
const COMPLETIONS_MAX = 500;
const CODE = /\.[cm]?[jt]sx?$/;
/** Packages come without their types, and Node's names depend on the operator's runtime: neither is a mistake. */
const MISSING_MODULE = 2307;
const NO_OVERLOAD = 2769;
const IGNORED = new Set([2580, 2591, 7016]);
const RELATIVE = /['"]\.{1,2}\//;

export function createFunctionLanguage(declarations: Readonly<Record<string, string>>): FunctionLanguage {
  const files = new Map<string, ServedFile>();
  const put = (path: string, file: Omit<ServedFile, 'version'>): void => {
    const { text, version = 0 } = files.get(path) ?? {};
    files.set(path, { ...file, version: text === file.text ? version : version + 1 });
  };
  for (const [path, text] of Object.entries(declarations)) put(path, { text, insertions: [] });
  const service = ts.createLanguageService(createLanguageHost(files));
  let project: FunctionProject = { trigger: 'http', types: '', tables: [], isComplete: false };
  let sources: Sources = {};

  const putSources = (): void => {
    for (const path of files.keys())
      if (path.startsWith(ROOT) && sources[path.slice(ROOT.length)] === undefined) files.delete(path);
    for (const [name, text] of Object.entries(sources)) {
      const path = `${ROOT}${name}`;
      const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
      const insertions = /^index\.[jt]s$/.test(name) ? contextInsertions(ts, parsed, project.trigger) : [];
      put(path, { text: withInsertions(text, insertions), insertions });
    }
  };

  const problemsIn = (name: string): readonly FileProblem[] => {
    const path = `${ROOT}${name}`;
    const program = service.getProgram();
    const source = program?.getSourceFile(path);
    if (program === undefined || source === undefined) return [];
    const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    const names = project.tables.map((table) => table.name);
    const tables = project.isComplete ? findUnknownTables(ts, program, source, names) : [];
    const all = [...found.filter(isMistake).map((one) => ({ ...one, message: messageOf(one) })), ...tables];
    return all.map(({ start = 0, length = 1, message }) => {
      const at = toOriginal(files.get(path)?.insertions ?? [], start);
      const parsed = ts.createSourceFile(path, sources[name] ?? '', ts.ScriptTarget.ESNext);
      const { line, character } = parsed.getLineAndCharacterOfPosition(at);
      return { file: name, line: line + 1, column: character + 1, length, message };
    });
  };

  const inFile = <T>(name: string, offset: number, ask: (path: string, at: number) => T | undefined): T | undefined => {
    const file = files.get(`${ROOT}${name}`);
    return file && ask(`${ROOT}${name}`, toInserted(file.insertions, offset));
  };
  const back = (name: string, offset: number): number =>
    toOriginal(files.get(`${ROOT}${name}`)?.insertions ?? [], offset);

  return {
    setProject(next) {
      project = next;
      put('/service-env.d.ts', { text: next.types, insertions: [] });
      put('/known-tables.d.ts', { text: declareTables(next.tables), insertions: [] });
      putSources();
    },
    setSources(next) {
      sources = Object.fromEntries(Object.entries(next).filter(([name]) => CODE.test(name) || name.endsWith('.json')));
      putSources();
    },
    problems: () =>
      Object.keys(sources)
        .filter((name) => CODE.test(name))
        .flatMap(problemsIn)
        .slice(0, PROBLEMS_MAX),
    complete: (name, offset) =>
      inFile(name, offset, (path, at) => {
        const found = service.getCompletionsAtPosition(path, at, {});
        if (found === undefined) return undefined;
        const { entries, optionalReplacementSpan } = found;
        return {
          from:
            optionalReplacementSpan === undefined
              ? wordStart(sources[name] ?? '', offset)
              : back(name, optionalReplacementSpan.start),
          options: entries
            .toSorted((one, other) => (one.sortText < other.sortText ? -1 : Number(one.sortText > other.sortText)))
            .slice(0, COMPLETIONS_MAX)
            .map((entry) => ({ label: entry.name, kind: entry.kind })),
        };
      }),
    describe: (name, offset) =>
      inFile(name, offset, (path, at) => {
        const info = service.getQuickInfoAtPosition(path, at);
        if (info === undefined) return undefined;
        const { start, length } = info.textSpan;
        return { from: back(name, start), to: back(name, start + length), ...textsOf(info) };
      }),
    describeCompletion: (name, offset, label) =>
      inFile(name, offset, (path, at) => {
        const info = service.getCompletionEntryDetails(path, at, label, {}, undefined, {}, undefined);
        return info && { from: offset, to: offset, ...textsOf(info) };
      }),
  };
}

function isMistake({ code, category, messageText }: ts.Diagnostic): boolean {
  if (category !== ts.DiagnosticCategory.Error || IGNORED.has(code)) return false;
  return code !== MISSING_MODULE || RELATIVE.test(ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** For a call that fits no overload, the reason of the first one says most. */
function messageOf({ code, messageText }: ts.Diagnostic): string {
  let text = messageText;
  while (code === NO_OVERLOAD && typeof text !== 'string' && text.next?.[0] !== undefined) [text] = text.next;
  return ts.flattenDiagnosticMessageText(text, ' ');
}

function wordStart(text: string, offset: number): number {
  return offset - (/[\w$]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
}

function textsOf(info: Pick<ts.QuickInfo, 'displayParts' | 'documentation'>): Pick<HelpInfo, 'type' | 'documentation'> {
  return {
    type: ts.displayPartsToString(info.displayParts),
    documentation: ts.displayPartsToString(info.documentation),
  };
}
