// One toast at a time: a new one takes the place of the old. Errors stay until they are closed.
export interface Toast {
  id: number
  kind: 'success' | 'info' | 'failure'
  title: string
  description: string | null
}

/** Milliseconds that a success stays. */
const shownFor = 4000

let current: Toast | null = null
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: Toast | null): void {
  clearTimeout(timer)
  current = next
  if (next && next.kind !== 'failure') timer = setTimeout(() => show(null), shownFor)
  for (const listener of listeners) listener()
}

const make = (kind: Toast['kind'], title: string, description: string | null) => {
  count += 1
  show({ id: count, kind, title, description })
}

export const toast = {
  success: (title: string, description: string | null = null) => make('success', title, description),
  info: (title: string, description: string | null = null) => make('info', title, description),
  failure: (title: string, description: string | null = null) => make('failure', title, description),
  close: () => show(null),
}

/** While the pointer or the focus is on it, a toast does not run away. */
export function holdToast(held: boolean): void {
  clearTimeout(timer)
  if (!held && current && current.kind !== 'failure') timer = setTimeout(() => show(null), shownFor)
}

export const readToast = () => current

export function watchToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
