// Keeps what a server writes to its log, for tests that read it.
import { Writable } from 'node:stream'

export class RecordedLog extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk
    done()
  }

  lines(word: string): string[] {
    return this.text.split('\n').filter((line) => line.includes(word))
  }
}
