/** Logs warnings of the database that belong to no API call. */
export class DatabaseLog {
  /** Logger to write to; null until the server has one. */
  sink: { warn(what: object, message: string): void } | null = null
  /** Milliseconds from which a statement counts as slow and is logged. */
  slowMs = Number.POSITIVE_INFINITY
  readonly #quietUntil = new Map<string, number>()

  warn(what: object, message: string): void {
    this.sink?.warn(what, message)
  }

  /** Logs warnings of our own SQL functions (codes `TQ…`), with ids and numbers only, at most once an hour and gym. */
  warnOnNotice({ code = '', message = '', detail = '{}' }: { code?: string; message?: string; detail?: string }): void {
    if (!code.startsWith('TQ') || !detail.startsWith('{')) return
    const about: { gym?: number } = JSON.parse(detail) // the format written by the SQL function next_document
    const key = `${code} ${about.gym}`
    const now = performance.now()
    if (now < (this.#quietUntil.get(key) ?? 0)) return
    this.#quietUntil.set(key, now + 3_600_000)
    this.warn(about, message)
  }
}
