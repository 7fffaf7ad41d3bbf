import { type CallConnection, openCallConnection } from './call-connection.ts';

/** The connections to one process: kept open, because opening one costs more than a call. */
export interface CallConnections {
  take(): CallConnection;
  /** Gives one back whose call is done. */
  keep(connection: CallConnection): void;
  close(): void;
}

export function createCallConnections(path: string, answerBytesMax: number): CallConnections {
  const idle: CallConnection[] = [];
  return {
    take: () => {
      const nowMs = Date.now();
      for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
        if (connection.isFresh(nowMs)) return connection;
        connection.destroy();
      }
      return openCallConnection(path, answerBytesMax);
    },
    keep: (connection) => void idle.push(connection),
    close: () => {
      for (const connection of idle.splice(0)) connection.destroy();
    },
  };
}
