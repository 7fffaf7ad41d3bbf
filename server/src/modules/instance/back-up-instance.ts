import type { Answer, OperatorCall } from '../../http/index.ts';
import { passphraseOf } from '../backup/index.ts';
import { requireInstanceOperator } from '../operators/index.ts';
import { DOCUMENT_TYPE } from './control-document.ts';
import type { InstanceContext } from './instance-context.ts';
import { writeControl } from './write-control.ts';

/** The current control plane, without the contents of projects: their own archives hold those. */
export async function backUpInstance(context: InstanceContext, call: OperatorCall): Promise<Answer> {
  requireInstanceOperator(call);
  const passphrase = passphraseOf(call.headers);
  const { backupId, lines } = await writeControl(context, passphrase);
  const details = { has_passphrase: passphrase !== undefined };
  await context.database.write('control', [
    context.audit.step(call, { action: 'instance.backup', target: backupId, details }),
  ]);
  return { status: 200, headers: { 'Content-Type': DOCUMENT_TYPE, 'X-Backup-Id': backupId }, body: bytesOf(lines) };
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}
