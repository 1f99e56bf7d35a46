import { toast } from './toast.ts'

/** Copies a text to the clipboard, and tells if it worked. Over plain http only the deprecated API is available. */
export async function copyText(text: string, done: string, advice: string | null = null): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  )
  if (isCopied) toast.success(done)
  else toast.failure('No se pudo copiar', advice)
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0'
  // Inside the open dialog, which would take the focus back otherwise.
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
