// One toast at a time: a new one takes the place of the old. Errors stay until they are closed or their screen is left.
export interface ToastAction {
  label: string
  /** A shortcut, as useHotkeys takes it: 'alt+F'. */
  keys?: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'success' | 'info' | 'failure'
  title: string
  description: string | null
  action: ToastAction | null
  /** It stays until it is taken or closed, as failures do. */
  lasting: boolean
}

/** Milliseconds that a success stays; longer where it offers something. */
const shownFor = 4000
const offeredFor = 12_000

const lifeOf = ({ action }: Toast) => (action ? offeredFor : shownFor)

let current: Toast | null = null
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: Toast | null): void {
  clearTimeout(timer)
  current = next
  if (next && !next.lasting) timer = setTimeout(() => show(null), lifeOf(next))
  for (const listener of listeners) listener()
}

function make(
  kind: Toast['kind'],
  title: string,
  description: string | null,
  action: ToastAction | null = null,
  lasting = kind === 'failure',
): number {
  count += 1
  show({ id: count, kind, title, description, action, lasting })
  return count
}

export const toast = {
  success: (title: string, description: string | null = null, action?: ToastAction) =>
    make('success', title, description, action),
  info: (title: string, description: string | null = null) => make('info', title, description),
  /** An offer that can wait. */
  offer: (title: string, action: ToastAction) => make('info', title, null, action, true),
  failure: (title: string, description: string | null = null) => make('failure', title, description),
  /** Whatever is shown, or only that one. */
  close: (id = current?.id) => {
    if (current?.id === id) show(null)
  },
  /** The screen is left to which it belongs. */
  leave: () => {
    if (current?.kind === 'failure') show(null)
  },
}

/** While the pointer or the focus is on it, a toast does not run away. */
export function holdToast(held: boolean): void {
  clearTimeout(timer)
  if (!held && current && !current.lasting) timer = setTimeout(() => show(null), lifeOf(current))
}

export const readToast = () => current

export function watchToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
