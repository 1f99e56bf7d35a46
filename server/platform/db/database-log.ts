/** Logs warnings of the database that belong to no API call. */
export class DatabaseLog {
  /** Logger to write to; null until the server has one. */
  sink: { warn(what: object, message: string): void } | null = null
  /** Milliseconds from which a statement counts as slow and is logged. */
  slowMs = Number.POSITIVE_INFINITY

  warn(what: object, message: string): void {
    this.sink?.warn(what, message)
  }
}
