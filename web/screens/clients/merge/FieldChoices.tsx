import { Stack } from '@mantine/core'
import type { MergeField } from '@torniquete/contract/members/client-merge.ts'
import type { ClientCard } from '@torniquete/contract/members/clients.ts'
import { useId } from 'react'
import { Picture } from '../../../kit/Picture.tsx'
import classes from './merge.module.css'
import { type Chosen, fieldLabels, type Side, shownField } from './merge-words.ts'

interface FieldChoicesProps {
  kept: ClientCard
  gone: ClientCard
  fields: readonly MergeField[]
  chosen: Chosen
  onChoose: (field: MergeField, side: Side) => void
}

const sides = ['kept', 'gone'] as const

/** The differing fields of both clients, one value to choose in each line. */
export function FieldChoices({ kept, gone, fields, chosen, onChoose }: FieldChoicesProps) {
  const both = { kept, gone }
  return (
    <Stack gap="0.75rem">
      <div className={classes.heads} aria-hidden>
        <span>
          Esta ficha<b>{kept.name}</b>
        </span>
        <span>
          La otra<b>{gone.name}</b>
        </span>
      </div>
      {fields.map((field) => (
        <FieldChoice key={field} field={field} both={both} side={chosen[field] ?? 'kept'} onChoose={onChoose} />
      ))}
    </Stack>
  )
}

interface FieldChoiceProps {
  field: MergeField
  both: Record<Side, ClientCard>
  side: Side
  onChoose: (field: MergeField, side: Side) => void
}

function FieldChoice({ field, both, side, onChoose }: FieldChoiceProps) {
  const group = useId()
  return (
    <div role="radiogroup" aria-labelledby={`${group}-label`} className={classes.field}>
      <span id={`${group}-label`} className={classes.label}>
        {fieldLabels[field]}
      </span>
      {sides.map((each) => (
        <label key={each} className={classes.choice}>
          <input type="radio" name={group} checked={each === side} onChange={() => onChoose(field, each)} />
          <span className={classes.value}>
            <FieldValue field={field} client={both[each]} />
          </span>
        </label>
      ))}
    </div>
  )
}

function FieldValue({ field, client }: { field: MergeField; client: ClientCard }) {
  if (field === 'photo_url')
    return client.photo_url ? (
      <Picture src={client.photo_url} alt={`Foto de ${client.name}`} size={48} />
    ) : (
      <span className={classes.nothing}>Sin foto</span>
    )
  return shownField(field, client) || <span className={classes.nothing}>Nada</span>
}
