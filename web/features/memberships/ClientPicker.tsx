import { useCallback, useState } from 'react'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import classes from '../../kit/choice-field.module.css'
import { IconSearch } from '../../kit/icons.ts'
import { focusNextField } from '../../kit/next-field.ts'
import { Picture } from '../../kit/Picture.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import { type Buyer, isAnonymous } from './membership-sale.ts'
import { useClientChoices } from './use-client-choices.ts'

interface ClientPickerProps {
  client: Buyer | null
  onChange: (client: Buyer | null) => void
  today: string | null
  error: string | false
  autoFocus?: boolean
}

/** Finds a client while typing. Typing after a choice clears it. */
export function ClientPicker({ client, onChange, today, error, autoFocus = false }: ClientPickerProps) {
  const [question, setQuestion] = useState('')
  const choices = useClientChoices(question, client === null)
  const renderRow = useCallback((row: Buyer) => <ClientRow client={row} today={today} />, [today])
  return (
    <ChoiceField<Buyer>
      choices={choices}
      onAsk={setQuestion}
      label="Cliente"
      listLabel="Clientes"
      placeholder="Escribe el nombre…"
      nothingFound="No se encontró ningún cliente."
      required
      value={client}
      onPick={onChange}
      onMoveOn={focusNextField}
      error={error}
      autoFocus={autoFocus}
      icon={client ? <Picture src={client.photo_url ?? null} alt="" size={28} /> : <IconSearch size={18} aria-hidden />}
      clearLabel="Quitar la elección"
      renderRow={renderRow}
    />
  )
}

function ClientRow({ client, today }: { client: Buyer; today: string | null }) {
  const expire = client.membership?.expire_membership
  const aside = isAnonymous(client) ? 'Visitante sin registro' : `ID ${client.id_zkteco ?? '—'}`
  return (
    <>
      <span className={classes.person}>
        <Picture src={client.photo_url ?? null} alt="" size={36} />
        <span>
          {client.name}
          <span className={classes.aside}>{aside}</span>
        </span>
      </span>
      {!isAnonymous(client) &&
        (expire ? <ExpiryDay expire={expire} today={today} /> : <span className={classes.aside}>Sin membresía</span>)}
    </>
  )
}
