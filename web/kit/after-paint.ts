/** Runs once the browser has painted what changed until now: what is drawn next does not hold that up. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
