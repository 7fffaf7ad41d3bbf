import { CLOSED_SOCKETS } from '../wire/protocol.ts';

/** Makes `node:net` and `node:tls` fail with a reason; the service refuses such connections in any case. */
export function explainClosedSockets(): void {
  const { Socket } = process.getBuiltinModule('net');
  Object.assign(Socket.prototype, {
    connect(this: InstanceType<typeof Socket>) {
      queueMicrotask(() => this.destroy(new Error(CLOSED_SOCKETS)));
      return this;
    },
  });
}
