/** Copies a text to the clipboard; returns if it worked. Over plain http only the deprecated API is available. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // The field is invisible and causes no scrolling.
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
