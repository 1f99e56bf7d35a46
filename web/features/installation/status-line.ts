export interface StatusLine {
  text: string
  /** Null if all is well. */
  color: 'yellow' | 'red' | null
}
