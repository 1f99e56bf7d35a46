/** Log of the database's warnings, which belong to no call. */
export class DatabaseLog {
  /** Null until the application has a log. */
  sink: { warn(what: object, message: string): void } | null = null
  /** Statements are logged from this duration on. */
  slowMs = Number.POSITIVE_INFINITY
  readonly #quietUntil = new Map<string, number>()

  warn(what: object, message: string): void {
    this.sink?.warn(what, message)
  }

  /** Logs a warning of the schema's own functions (`TQ…`), in ids and numbers: at most once an hour and gym. */
  warnOnNotice({ code = '', message = '', detail = '{}' }: { code?: string; message?: string; detail?: string }): void {
    if (!code.startsWith('TQ') || !detail.startsWith('{')) return
    const about: { gym?: number } = JSON.parse(detail) // the format written by next_document
    const key = `${code} ${about.gym}`
    const now = performance.now()
    if (now < (this.#quietUntil.get(key) ?? 0)) return
    this.#quietUntil.set(key, now + 3_600_000)
    this.warn(about, message)
  }
}
