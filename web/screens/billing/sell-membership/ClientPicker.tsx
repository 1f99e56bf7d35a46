import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Client } from '@torniquete/contract/clients.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Picture } from '../../../kit/Picture.tsx'
import classes from '../option.module.css'
import { ClientOption } from './ClientOption.tsx'
import { useClientOptions } from './use-client-options.ts'

interface ClientPickerProps {
  client: Client | null
  onChange: (client: Client | null) => void
  today: string | null
  error: string | false
  /** The list opens with the focus: Enter takes its first, the anonymous client. */
  openOnFocus?: boolean
}

/** Finds one of many clients while the name is typed. What is typed after a choice undoes the choice. */
export function ClientPicker({ client, onChange, today, error, openOnFocus = false }: ClientPickerProps) {
  const [text, setText] = useState(client?.name ?? '')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [hurried, setHurried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  const { options, stale, error: failure } = useClientOptions(text, client === null)
  const opened = combobox.dropdownOpened
  // Enter takes the best match as soon as there is one, and never one of the text before.
  const first = opened && !stale ? options[0]?.id : undefined
  const { selectFirstOption, resetSelectedOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's functions are new with each drawing.
  useEffect(() => {
    if (first === undefined) resetSelectedOption()
    else selectFirstOption()
  }, [first, text])

  const write = (next: string) => {
    setText(next)
    setHurried(false)
    if (client) onChange(null)
    combobox.openDropdown()
  }
  const choose = (id: string) => {
    const chosen = options.find((each) => String(each.id) === id)
    if (!chosen || stale) return
    setText(chosen.name)
    onChange(chosen)
    combobox.closeDropdown()
  }
  // Enter came before the answer: it holds where there is no doubt who is meant. Without a name it is the anonymous one.
  useEffect(() => {
    if (!hurried || stale) return
    setHurried(false)
    if (opened && (options.length === 1 || text === '')) choose(String(options[0]?.id))
  })
  // Before the list hears of it: while it is open, Enter takes the marked client or the best match, never the sale.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !opened) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey) return event.currentTarget.closest('form')?.requestSubmit()
    if (stale) return setHurried(true)
    const marked = list.current?.querySelector('[data-combobox-selected]')?.getAttribute('value')
    choose(marked ?? String(options[0]?.id))
  }
  const clear = () => {
    write('')
    input.current?.focus()
  }
  return (
    <div onKeyDownCapture={press}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={input}
            label="Cliente"
            required
            placeholder="Escribe el nombre…"
            autoComplete="off"
            spellCheck={false}
            value={text}
            error={error}
            leftSection={
              client ? <Picture src={client.photo_url} alt="" size={28} /> : <IconSearch size={18} aria-hidden />
            }
            rightSection={
              opened && stale ? (
                <Loader size={18} aria-hidden />
              ) : (
                text && <CloseButton tabIndex={-1} aria-label="Quitar el cliente" onClick={clear} />
              )
            }
            onChange={(event) => write(event.currentTarget.value)}
            onClick={() => !client && combobox.openDropdown()}
            onFocus={() => openOnFocus && !client && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={client !== null}>
          <section ref={list} aria-label="Clientes encontrados">
            <Combobox.Options className={classes.options} data-stale={stale || undefined} aria-label="Clientes">
              {options.map((each) => (
                <ClientOption key={each.id} client={each} today={today} />
              ))}
              {options.length === 0 && (
                <Combobox.Empty>
                  {failure?.message ?? (stale ? 'Buscando…' : 'No se encontró ningún cliente.')}
                </Combobox.Empty>
              )}
            </Combobox.Options>
          </section>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  )
}
