import { toast } from './toast.ts'

/** Copies a text and shows a toast with the result. Over plain http only the deprecated API is available. */
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
  // Places the text field inside the open dialog, whose focus trap would take the focus away otherwise.
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
