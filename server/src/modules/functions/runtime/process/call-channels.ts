import {
  type CallChannel,
  type ChannelAnswer,
  type ChannelCall,
  type ChannelHost,
  openCallChannel,
} from './call-channel.ts';

/** The channels to one process. Calls share a channel, except calls that could harm others, which get their own. */
export interface CallChannels {
  send(call: ChannelCall): Promise<ChannelAnswer>;
  sendAlone(call: ChannelCall): Promise<ChannelAnswer>;
  close(): void;
}

/** A function that timed out or was cut is called alone until this many of its calls ended well. */
const ALONE_CALLS = 20;
/** Timers and requests that calls left behind live as long as the channel, so older channels take no more calls. */
const CHANNEL_MS_MAX = 1000;
const LOOK_MS = 100;

/** `isAlwaysAlone`: whether the function must never share a channel. */
export function createCallChannels(host: ChannelHost, isAlwaysAlone: (functionName: string) => boolean): CallChannels {
  const channels = new Set<CallChannel>();
  const aloneCalls = new Map<string, number>();
  let shared: CallChannel | undefined;
  let looking: NodeJS.Timeout | undefined;

  const look = (): void => {
    const nowMs = Date.now();
    for (const channel of channels) {
      if (isOld(channel, nowMs)) channel.retire();
      channel.probe(nowMs);
      if (!channel.isOpen && channel.callsUnderWay === 0) channels.delete(channel);
    }
    if (channels.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  const open = (): CallChannel => {
    const channel = openCallChannel(host);
    channels.add(channel);
    looking ??= setInterval(look, LOOK_MS).unref();
    return channel;
  };
  const isFit = (channel: CallChannel): boolean => channel.isOpen && !isOld(channel, Date.now());
  const takeShared = (): CallChannel => {
    if (shared === undefined || !isFit(shared)) {
      shared?.retire();
      shared = open();
    }
    return shared;
  };
  const takeAlone = (): CallChannel => {
    for (const channel of channels)
      if (channel !== shared && channel.callsUnderWay === 0 && isFit(channel)) return channel;
    return open();
  };
  const judge = (functionName: string, answered: ChannelAnswer): ChannelAnswer => {
    if (answered === 'unsent') return answered;
    if (answered === 'timeout' || answered === 'cut') aloneCalls.set(functionName, ALONE_CALLS);
    else if (aloneCalls.size > 0) {
      const left = aloneCalls.get(functionName) ?? 0;
      if (left > 1) aloneCalls.set(functionName, left - 1);
      else aloneCalls.delete(functionName);
    }
    return answered;
  };
  const sendAlone = (call: ChannelCall): Promise<ChannelAnswer> => takeAlone().send(call);

  return {
    sendAlone,
    send: (call) => {
      const { functionName } = call;
      const isAlone = aloneCalls.has(functionName) || isAlwaysAlone(functionName);
      const answering = isAlone ? sendAlone(call) : takeShared().send(call);
      return answering.then((answered) => judge(functionName, answered));
    },
    close: () => {
      clearInterval(looking);
      for (const channel of channels) channel.end();
    },
  };
}

function isOld({ openedMs }: CallChannel, nowMs: number): boolean {
  return nowMs - openedMs >= CHANNEL_MS_MAX;
}
