// COPY in text format, which the driver does not support: reads rows from a table and writes rows into one.
import { Readable } from 'node:stream'
import type pg from 'pg'
import { getSocket } from './connection.ts'

/** Part of the driver that its types do not describe (pg/lib/connection.js). */
interface Connection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Size in bytes of a chunk. A longer row is a chunk of its own. */
const pieceBytes = 1_000_000

/** Yields chunks of complete rows. `onRow` gets each row in a reused buffer. Stopping early ends the connection. */
export function copyRowsFromTable(client: pg.ClientBase, statement: string, onRow: (row: Buffer) => void) {
  const socket = getSocket(client)
  const pieces = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => socket.resume(),
    destroy: (error, done) => {
      if (!pieces.readableEnded) socket.destroy()
      done(error)
    },
  })
  let piece = Buffer.allocUnsafe(pieceBytes)
  let length = 0
  const handOn = () => {
    if (length > 0 && !pieces.push(piece.subarray(0, length))) socket.pause()
    piece = Buffer.allocUnsafe(pieceBytes)
    length = 0
  }
  client.query({
    submit: (connection) => (connection as unknown as Connection).query(statement),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      onRow(chunk)
      if (length + chunk.length > pieceBytes) handOn()
      if (chunk.length > pieceBytes) {
        if (!pieces.push(Buffer.from(chunk))) socket.pause()
        return
      }
      length += chunk.copy(piece, length)
    },
    handleCommandComplete: () => {},
    handleError: (error: Error) => void pieces.destroy(error),
    handleReadyForQuery: () => {
      handOn()
      socket.resume()
      pieces.push(null)
    },
  } as pg.Submittable)
  return pieces as AsyncIterable<Buffer>
}

export const copyRowsToTable = (client: pg.ClientBase, statement: string, rows: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query({
      submit: (connection) => (connection as unknown as Connection).query(statement),
      handleCopyInResponse: (connection: Connection) => {
        connection.sendCopyFromChunk(rows)
        connection.endCopyFrom()
      },
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as pg.Submittable)
  })
