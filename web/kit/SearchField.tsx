import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { IconSearch } from './icons.ts'

/** Milliseconds without typing before the search. */
const typingPause = 300

interface SearchFieldProps {
  label: string
  value: string
  /** Called after a typing pause, and at once on Enter and clear. */
  onChange: (value: string) => void
  placeholder?: string
  autoFocus?: boolean
}

export function SearchField({ label, value, onChange, placeholder, autoFocus }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  // Values passed to `onSearch` that have not returned as `value` yet. They return late and trimmed.
  const echoes = useRef<string[]>([])
  const announce = useDebouncedCallback((next: string) => {
    if (next.trim() !== value.trim() || echoes.current.length > 0) echoes.current.push(next.trim())
    onChange(next)
  }, typingPause)
  // The owner may change the value too: reset buttons, Back.
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
      // Escape clears it before it closes a dialog.
      data-mantine-stop-propagation={text !== ''}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => announce.flush()}
      onKeyDown={(event) => {
        // A hotkey may open a dialog, whose address keeps the search of the list.
        if (event.key === 'Enter' || event.altKey || event.ctrlKey || event.metaKey) announce.flush()
        if (event.key === 'Escape' && text) clear()
      }}
      w={{ base: '100%', sm: 320 }}
    />
  )
}
