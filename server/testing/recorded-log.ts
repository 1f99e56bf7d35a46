// Records the log lines that a server writes, for tests that read them.
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
