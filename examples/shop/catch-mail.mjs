import { createServer } from 'node:net';

/** Prints every mail that is sent to this machine's port 1025, and sends none on. */
createServer((socket) => {
  let isMail = false;
  let rest = '';
  const say = (line) => socket.write(`${line}\r\n`);
  say('220 ready');
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (part) => {
    const lines = (rest + part).split('\r\n');
    rest = lines.pop();
    for (const line of lines) {
      if (isMail && line !== '.') process.stdout.write(`${line}\n`);
      else if (line === 'DATA') say('354 go on');
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
      isMail = line === 'DATA' || (isMail && line !== '.');
    }
  });
}).listen(1025, '127.0.0.1');
