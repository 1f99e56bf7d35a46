// A product's log, kept for a test.
import { Writable } from 'node:stream'

export class LogCapture extends Writable {
  text = ''
  override _write(chunk: unknown, _: BufferEncoding, done: () => void): void {
    this.text += chunk
    done()
  }
}
