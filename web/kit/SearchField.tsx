import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { IconSearch } from './icons.ts'

/** Milliseconds without typing before the search starts. */
const typingPause = 300

interface SearchFieldProps {
  label: string
  value: string
  /** Called when the person stops typing, and at once on Enter and when cleared. */
  onChange: (value: string) => void
  placeholder?: string
  autoFocus?: boolean
}

export function SearchField({ label, value, onChange, placeholder, autoFocus }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  // Values passed to `onChange` that have not yet come back as `value`; they come back late and trimmed.
  const echoes = useRef<string[]>([])
  const announce = useDebouncedCallback((next: string) => {
    if (next.trim() !== value.trim() || echoes.current.length > 0) echoes.current.push(next.trim())
    onChange(next)
  }, typingPause)
  // Shows a `value` that this field did not report, for example after a reset button or Back.
  useEffect(() => {
    const echo = echoes.current.indexOf(value.trim())
    echoes.current.splice(0, echo + 1)
    if (echo >= 0) return
    announce.cancel()
    setText(value)
  }, [value, announce])

  const set = (next: string, atOnce = false) => {
    setText(next)
    announce(next)
    if (atOnce) announce.flush()
  }
  const clear = () => {
    set('', true)
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      spellCheck={false}
      aria-label={label}
      placeholder={placeholder ?? label}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text && <CloseButton aria-label="Borrar búsqueda" onClick={clear} />}
      value={text}
      // Escape clears a filled field; only in an empty field it closes the dialog.
      data-mantine-stop-propagation={text !== ''}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => announce.flush()}
      onKeyDown={(event) => {
        // Searches before a hotkey acts, because the dialog it may open keeps the search in its address.
        if (event.key === 'Enter' || event.altKey || event.ctrlKey || event.metaKey) announce.flush()
        if (event.key === 'Escape' && text) clear()
      }}
      w={{ base: '100%', sm: 320 }}
    />
  )
}
