// POSIX tar (ustar), as far as a copy needs it: files and folders, piece by piece. Whoever has the archive can look into it
// with what every system brings along.

const block = 512
const nameBytes = 100
const prefixBytes = 155

export interface TarEntry {
  /** A folder's ends with a slash. */
  name: string
  size: number
  /** To be read to its end, or left alone, before the next entry is asked for. */
  content: AsyncIterable<Buffer>
}

/** What is no tar, or ends before its end. */
export class BrokenTar extends Error {}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** Divided at a slash where it is longer than its field. */
function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= nameBytes) return { prefix: '', rest: name }
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (rest !== '' && Buffer.byteLength(rest) <= nameBytes && Buffer.byteLength(prefix) <= prefixBytes)
      return { prefix, rest }
  }
  throw new Error(`a name that no tar can hold: ${name}`)
}

function headerOf(name: string, size: number, at: Date): Buffer {
  const isFolder = name.endsWith('/')
  const { prefix, rest } = splitName(name)
  const header = Buffer.alloc(block)
  header.write(rest, 0)
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345)
  header.write(`${octal(sumOf(header), 7)} `, 148)
  return header
}

/** Of all bytes, those of the sum itself counted as blanks. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

const paddingOf = (size: number) => (block - (size % block)) % block

export async function* writeEntry({ name, size, content }: TarEntry, at: Date): AsyncGenerator<Buffer> {
  yield headerOf(name, size, at)
  let written = 0
  for await (const piece of content) {
    written += piece.length
    yield piece
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`)
  yield Buffer.alloc(paddingOf(size))
}

export const endOfTar = () => Buffer.alloc(2 * block)

/** Bytes in the lengths in which they are needed, instead of those in which they come. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** At most so many; null at the end. */
  async upTo(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) return null
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async *exactly(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const piece = await this.upTo(left)
      if (!piece) throw new BrokenTar('it ends in the middle')
      left -= piece.length
      yield piece
    }
  }
}

async function together(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

export const contentOf = ({ content }: TarEntry): Promise<Buffer> => together(content)

const textIn = (header: Buffer, from: number, length: number) => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end).toString('utf8')
}

function entryOf(header: Buffer): { name: string; size: number } {
  if (Number.parseInt(textIn(header, 148, 8), 8) !== sumOf(header)) throw new BrokenTar('a header is damaged')
  const type = textIn(header, 156, 1)
  if (!['', '0', '5'].includes(type)) throw new BrokenTar(`it holds what is neither file nor folder (${type})`)
  const [prefix, rest] = [textIn(header, 345, prefixBytes), textIn(header, 0, nameBytes)]
  const name = prefix === '' ? rest : `${prefix}/${rest}`
  return {
    name: type === '5' && !name.endsWith('/') ? `${name}/` : name,
    size: type === '5' ? 0 : Number.parseInt(textIn(header, 124, 12), 8),
  }
}

/** The entries up to the archive's end, which must be there; whatever comes behind it is read too. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const pieces = new Pieces(source)
  for (;;) {
    const header = await together(pieces.exactly(block))
    if (header.every((byte) => byte === 0)) break
    const { name, size } = entryOf(header)
    const content = pieces.exactly(size)
    yield { name, size, content }
    for await (const _ of content);
    for await (const _ of pieces.exactly(paddingOf(size)));
  }
  while (await pieces.upTo(block));
}
