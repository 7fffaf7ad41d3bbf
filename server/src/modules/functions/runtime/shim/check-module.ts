import { moduleNameOf } from '../wire/protocol.ts';
import { answerOf, type ShimAnswer, thrownAnswer } from './answer.ts';
import { mainOf } from './modules.ts';

const CONFIG_BYTES_MAX = 65_536;

export async function checkModule(name: string): Promise<ShimAnswer> {
  try {
    await mainOf(name);
    const { config }: { readonly config?: unknown } = await import(moduleNameOf(name));
    return await answerOf(config instanceof Response ? {} : config, CONFIG_BYTES_MAX);
  } catch (error) {
    return thrownAnswer(error);
  }
}
