// What is asked of a bucket, and what becomes of an answer that is none. What cannot be had is `image.away` (503): the picture
// lacks, and all else goes on.
import { setTimeout as pause } from 'node:timers/promises'
import { imageLimit } from '@torniquete/contract/images.ts'
import type { BucketSettings } from '../../config.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type Limits, S3Client, type S3Request, type S3Response } from './s3-client.ts'

/** Milliseconds. */
export interface BucketTimeouts extends Limits {
  /** How long it is left alone where it was silent. */
  rest: number
  /** Before it is asked once more: what is cut or overloaded is often right the second time. */
  retry: number
}

const usual: BucketTimeouts = {
  silence: 4_000,
  silenceWhileSent: 20_000,
  whole: 12_000,
  wholeWhileSent: 40_000,
  rest: 5_000,
  retry: 200,
}

/** How a bucket is called where it is told of. */
const usualName = 'the bucket of the pictures'

/** Told once when something is wrong, and once when it no longer is. */
export type LogProblem = (what: string) => void

export type WithRetry = <Result>(work: () => Promise<Result>) => Promise<Result>

export class Bucket {
  readonly #client: S3Client
  readonly #breaker: CircuitBreaker
  readonly #retry: number
  readonly #tell: LogProblem
  readonly #name: string
  #told: string | null = null
  readonly #putting = new Set<string>()
  constructor(
    settings: BucketSettings,
    tell: LogProblem = () => {},
    patience: Partial<BucketTimeouts> = {},
    name = usualName,
  ) {
    const all = { ...usual, ...patience }
    this.#client = new S3Client(settings, all)
    this.#breaker = new CircuitBreaker(all.rest)
    this.#retry = all.retry
    this.#tell = tell
    this.#name = name
  }

  /** Null where there is none, or one that is larger than any picture of ours. */
  async get(key: string): Promise<Buffer | null> {
    const { status, length, body } = await this.ask({ method: 'GET', key }, either(isOneOf(200), isMissing))
    return status === 200 && length <= imageLimit ? body : null
  }

  /** Bytes; null where there is none. */
  async size(key: string): Promise<number | null> {
    const { status, length } = await this.ask({ method: 'HEAD', key }, isOneOf(200, 404))
    return status === 200 ? length : null
  }

  /**
   * Answers false where that name is taken. It is looked for first: some servers pass over the condition, and some refuse it
   * (501). Between two of ours that put the same name there at once such a server tells no difference, and this does.
   */
  async put(key: string, body: Uint8Array): Promise<boolean> {
    if (this.#putting.has(key)) return false
    this.#putting.add(key)
    try {
      return (await this.size(key)) === null && (await this.#putNew(key, body))
    } finally {
      this.#putting.delete(key)
    }
  }

  async #putNew(key: string, body: Uint8Array): Promise<boolean> {
    const sent = { method: 'PUT', key, body } as const
    const headers = { 'if-none-match': '*' }
    const ask = () => this.ask({ ...sent, headers }, isOneOf(200, 409, 412, 501))
    let { status, again } = await ask()
    // Another's putting, or removing, is under way: neither taken nor free.
    if (status === 409) {
      await pause(this.#retry)
      const second = await ask()
      if (second.status === 409) this.#breaker.refuse()
      status = second.status
      again = second.again
    }
    if (status === 501) await this.ask(sent, isOneOf(200))
    // It was not there a moment ago: what the first attempt put, whose answer was lost.
    return status === 200 || status === 501 || (status === 412 && again)
  }

  async delete(key: string): Promise<void> {
    await this.ask({ method: 'DELETE', key }, either(isOneOf(200, 204), isMissing))
  }

  /** The names that begin so, page by page, each asked for as `through` has it. */
  async *list(prefix: string, through?: WithRetry): AsyncGenerator<string> {
    for await (const { key } of this.objects(prefix, through)) yield key
  }

  /** The same with how many bytes each has. */
  async *objects(
    prefix: string,
    through: WithRetry = (work) => work(),
  ): AsyncGenerator<{ key: string; bytes: number }> {
    for (let token: string | null = ''; token !== null; ) {
      const query: Record<string, string> = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
      const { body } = await through(() => this.ask({ method: 'GET', key: '', query }, isListing))
      const page = body.toString('utf8')
      for (const [, one = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = elementOf('Key', one)
        if (key !== null) yield { key, bytes: Number(elementOf('Size', one) ?? Number.NaN) }
      }
      token = nextOf(page)
    }
  }

  /** What it answers to whoever begins, and may perhaps list no more than `prefix`; throws where it does not answer. */
  greet(prefix: string): Promise<S3Response> {
    return this.#client.ask({ method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1', prefix } })
  }

  /** It had no answer for the last that was asked. */
  get isSilent(): boolean {
    return this.#breaker.isOn
  }

  /** What is wrong with it by the last that was asked: its own word, or the line's; null where nothing is. */
  get complaint(): string | null {
    return this.#told
  }

  close(): void {
    this.#client.close()
  }

  /** `again`: it is the answer to a second attempt. @throws Failure `image.away` where no answer is right */
  async ask(asked: S3Request, isRight: IsRight): Promise<S3Response & { again: boolean }> {
    const begun = this.#breaker.begin()
    const first = await this.#attempt(asked, isRight, begun)
    if (first) return { ...first, again: false }
    await pause(this.#retry)
    const second = await this.#attempt(asked, isRight, begun)
    return second ? { ...second, again: true } : this.#breaker.refuse()
  }

  /** Null where it may be right the next time. */
  async #attempt(asked: S3Request, isRight: IsRight, begun: number): Promise<S3Response | null> {
    let answer: S3Response
    try {
      answer = await this.#client.ask(asked)
    } catch (error) {
      this.#complain(error instanceof Error ? error.message : String(error))
      if (isCut(error)) return null
      // What was silent once is not waited for twice.
      this.#breaker.miss(begun)
      return this.#breaker.refuse()
    }
    this.#breaker.hear()
    if (isRight(answer)) {
      this.#complain(null)
      return answer
    }
    this.#complain(`${answer.status} ${errorCodeOf(answer) ?? ''}`.trim())
    return answer.status >= 500 || answer.status === 429 ? null : this.#breaker.refuse()
  }

  #complain(what: string | null): void {
    if (what === this.#told) return
    this.#told = what
    this.#tell(what === null ? `${this.#name} answers again` : `${this.#name}: ${what}`)
  }
}

type IsRight = (answer: S3Response) => boolean

export const isOneOf =
  (...statuses: number[]): IsRight =>
  ({ status }) =>
    statuses.includes(status)

export const either =
  (one: IsRight, other: IsRight): IsRight =>
  (answer) =>
    one(answer) || other(answer)

/** A 404 of a proxy, or of a bucket that is gone, says nothing of the picture. To HEAD no S3 answers more than the status. */
const isMissing: IsRight = (answer) => answer.status === 404 && errorCodeOf(answer) === 'NoSuchKey'

/** Of an answer's XML, which has no two of that name where it is looked for; null where it is empty or lacks. */
export function elementOf(name: string, text: string): string | null {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1]
  return found === undefined ? null : unescaped(found)
}

const nextOf = (page: string): string | null => elementOf('NextContinuationToken', page)

/** And whole: what stands in between answers pages of its own, and older servers list by other rules. */
function isListing({ status, body }: S3Response): boolean {
  const page = body.toString('utf8')
  const isWhole = page.includes('<ListBucketResult') && page.trimEnd().endsWith('</ListBucketResult>')
  const isLast = !/<IsTruncated>\s*true\s*</i.test(page)
  return status === 200 && isWhole && (isLast || nextOf(page) !== null)
}

const cuts = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** An idle connection that the other side closed at the same moment too. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && cuts.includes(String(error.code))

/** As S3 names what it refuses: `NoSuchBucket`. */
export const errorCodeOf = ({ body }: S3Response): string | null =>
  /<Code>([A-Za-z0-9]+)<\/Code>/.exec(body.toString('utf8', 0, 10_000))?.[1] ?? null

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })
