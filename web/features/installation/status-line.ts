/** One line of how the installation is. */
export interface StatusLine {
  text: string
  /** Null for what is as it should be. */
  color: 'yellow' | 'red' | null
}
