// Sends a terminal's requests of the protocol without a simulator: uploads, polls, and results of commands.
import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends one request on its own connection, closes it, and returns the response body. */
export async function sendTerminalRequest(port: number, method: string, path: string, body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: iClock Proxy/1.09\r\nConnection: close\r\n`
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  const received: Buffer[] = []
  socket.on('data', (data: Buffer) => received.push(data))
  await once(socket, 'close')
  const answer = Buffer.concat(received).toString('utf8')
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}

/** Polls once, acknowledges the received commands, and returns their lines. */
export async function pollAndAcknowledgeCommands(port: number, sn: string): Promise<string[]> {
  const lines = (await sendTerminalRequest(port, 'GET', `/iclock/getrequest?SN=${sn}`))
    .split('\n')
    .filter((line) => line.startsWith('C:'))
  if (lines.length > 0) {
    const results = lines.map((line) => `ID=${line.split(':')[1]}&Return=0&CMD=DATA\n`)
    await sendTerminalRequest(port, 'POST', `/iclock/devicecmd?SN=${sn}`, results.join(''))
  }
  return lines
}

/** Polls until a poll brings no command; fails if that never happens. */
export async function pollUntilNoCommands(port: number, sn: string): Promise<void> {
  for (let polls = 0; polls < 2000; polls += 1) if ((await pollAndAcknowledgeCommands(port, sn)).length === 0) return
  throw new Error(`${sn} is never done`)
}
