import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type ApiAnswer, at, type OnAnswer } from './api-client.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly document: unknown;
}

/** An OpenAPI 3.1 document that answers are checked against. */
export class Description {
  readonly operations: readonly Operation[];
  readonly document: unknown;
  readonly #ajv: Ajv2020;
  readonly #visited = new Set<string>();
  readonly #problems: string[] = [];

  constructor(document: unknown) {
    this.document = document;
    this.#ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true });
    formats.default(this.#ajv);
    // The keywords of OpenAPI around its schemas mean nothing to a validator.
    for (const word of ['openapi', 'info', 'servers', 'paths', 'components', 'example']) this.#ajv.addKeyword(word);
    this.#ajv.addSchema(Object(document), 'document');
    this.operations = operationsOf(document);
  }

  /** Operations that have not succeeded. */
  get unvisited(): string[] {
    return this.operations.map(({ id }) => id).filter((id) => !this.#visited.has(id));
  }

  /** Differences between answers and the document, as sentences. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Compiles every schema of every answer; an error names the first invalid one. */
  compileAll(): void {
    for (const { path, method, document } of this.operations) {
      for (const status of Object.keys(Object(at(document, 'responses')))) {
        for (const type of this.#contentTypes(path, method, status).types) this.#validator(path, method, status, type);
      }
    }
  }

  readonly witness: OnAnswer = (method, url, answer) => {
    const operation = this.#find(method, url.pathname);
    if (operation === undefined) {
      if (answer.status !== 404 && answer.status !== 405)
        this.#problems.push(`${method} ${url.pathname} is not described`);
      return;
    }
    if (isSuccess(operation, answer.status)) this.#visited.add(operation.id);
    const problem = this.#problemOf(operation, answer);
    if (problem !== undefined) this.#problems.push(`${operation.id} ${answer.status}: ${problem}`);
  };

  #problemOf({ path, method, document }: Operation, answer: ApiAnswer): string | undefined {
    const isDescribed = Object.hasOwn(Object(at(document, 'responses')), String(answer.status));
    if (!isDescribed && answer.status < 400) return 'a success that is not described';
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const validate = this.#validator(path, method, isDescribed ? String(answer.status) : 'default', type);
    if (validate === undefined) return `the content type "${type}" is not described`;
    if (validate(answer.body ?? answer.text)) return undefined;
    return `${this.#ajv.errorsText(validate.errors)} in ${answer.text.slice(0, 500)}`;
  }

  #validator(path: string, method: string, status: string, type: string): ValidateFunction | undefined {
    const { keys, types } = this.#contentTypes(path, method, status);
    if (!types.includes(type)) return undefined;
    const pointer = [...keys, 'content', type, 'schema'].map((key) =>
      encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    return this.#ajv.compile({ $ref: `document#/${pointer.join('/')}` });
  }

  /** The location of an answer's description, with its reference resolved, and its possible content types. */
  #contentTypes(path: string, method: string, status: string): { keys: string[]; types: string[] } {
    const place = ['paths', path, method, 'responses', status];
    const found = at(this.document, ...place);
    const isReference = Object.hasOwn(Object(found), '$ref');
    const keys = isReference ? String(at(found, '$ref')).split('/').slice(1) : place;
    return { keys, types: Object.keys(Object(at(this.document, ...keys, 'content'))) };
  }

  #find(method: string, pathname: string): Operation | undefined {
    const parts = pathname.split('/');
    const fits = (path: string): boolean => {
      const template = path.split('/');
      return (
        template.length === parts.length &&
        template.every((part, index) => part.startsWith('{') || part === parts[index])
      );
    };
    const candidates = this.operations.filter((each) => each.method === method.toLowerCase() && fits(each.path));
    // If several paths match, the one with fewer parameters counts.
    return candidates.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }
}

/** A redirect is a success only for operations that describe no other one. */
function isSuccess({ document }: Operation, status: number): boolean {
  if (status < 300) return true;
  const redirectsOnly = !Object.keys(Object(at(document, 'responses'))).some((described) => described.startsWith('2'));
  return status < 400 && redirectsOnly;
}

function operationsOf(document: unknown): Operation[] {
  return Object.entries(Object(at(document, 'paths'))).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(Object(item), method)).map((method) => {
      const operation = at(item, method);
      return { id: String(at(operation, 'operationId')), method, path, document: operation };
    }),
  );
}
