/** A status line of the installation. */
export interface StatusLine {
  text: string
  /** Null if all is well. */
  color: 'yellow' | 'red' | null
}
