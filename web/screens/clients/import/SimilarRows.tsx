import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import {
  type ClientImportAnswer,
  type SimilarityField,
  type SimilarKind,
  type SimilarRow,
  similarKinds,
} from '@torniquete/contract/members/client-import.ts'
import type { RowChoice, RowChoices } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { useState } from 'react'
import type { SimilarProps } from '../../../features/file-import/import-kind.ts'
import { Panel } from '../../../kit/Panel.tsx'
import classes from './similar.module.css'

const choiceTexts: Record<RowChoice, string> = {
  complete: 'Es la misma persona: completar',
  add: 'Es otra persona: agregar',
  skip: 'No importar',
}
const options = Object.entries(choiceTexts).map(([value, label]) => ({ value, label }))
/** Who stands in the file twice has no card yet. */
const ofRepeated = options.map(({ value, label }) => ({
  value,
  label: value === 'complete' ? 'Es la misma persona: sumar' : label,
}))
/** One phone is a family: who of another name is the same person is said of each. */
const optionsForAll: Record<SimilarKind, typeof options> = {
  named: options,
  other: options.filter(({ value }) => value !== 'complete'),
  repeated: ofRepeated,
}

const titles: Record<SimilarKind, (count: number) => string> = {
  named: (count) =>
    count === 1
      ? '1 fila parece de quien ya es cliente, y dice algo que falta en su ficha'
      : `${showNumber(count)} filas parecen de quien ya es cliente, y dicen algo que falta en su ficha`,
  other: (count) =>
    count === 1
      ? '1 fila tiene un dato de otro cliente: ¿es la misma persona?'
      : `${showNumber(count)} filas tienen un dato de otro cliente: ¿es la misma persona?`,
  repeated: (count) =>
    count === 1
      ? '1 fila repite a alguien de más arriba, y dice algo más'
      : `${showNumber(count)} filas repiten a alguien de más arriba, y dicen algo más`,
}

const byTexts: Record<SimilarityField, string> = {
  id_zkteco: 'el mismo número',
  card_number: 'la misma tarjeta',
  phone_number: 'el mismo teléfono',
  email: 'el mismo correo',
  birth_date: 'el mismo nacimiento',
  name: 'el mismo nombre',
}

const list = new Intl.ListFormat('es')
/** Rows that are drawn before one asks for more. */
const atOnce = 20

/** What becomes of each row: whom an earlier one completes, another is not. */
function decide(rows: readonly SimilarRow[], { rows: single, kinds }: RowChoices): Map<number, RowChoice> {
  const completed = new Set<number>()
  return new Map(
    rows.map(({ row, kind, client, adds, choice }) => {
      const said = single[row] ?? kinds[kind] ?? choice
      if (!client) return [row, said]
      if (said === 'complete' && completed.has(client.id)) return [row, 'add']
      if (said === 'complete' && adds.length > 0) completed.add(client.id)
      return [row, said]
    }),
  )
}

/** Rows that are probably of somebody who is a client already, beside who that seems to be, and those that repeat others. */
export function SimilarRows({ shown, choices, onChange }: SimilarProps<ClientImportAnswer>) {
  const decided = decide(shown.similar.first, choices)
  return similarKinds.map(
    (kind) =>
      shown.similar[kind] > 0 && (
        <SimilarGroup
          key={kind}
          kind={kind}
          count={shown.similar[kind]}
          rows={shown.similar.first.filter((row) => row.kind === kind)}
          decided={decided}
          choices={choices}
          onChange={onChange}
        />
      ),
  )
}

interface SimilarGroupProps {
  kind: SimilarKind
  count: number
  /** The first of them. */
  rows: readonly SimilarRow[]
  decided: ReadonlyMap<number, RowChoice>
  choices: RowChoices
  onChange: (choices: RowChoices) => void
}

function SimilarGroup({ kind, count, rows, decided, choices, onChange }: SimilarGroupProps) {
  const [drawn, setDrawn] = useState(atOnce)
  const own = new Set(rows.map(({ row }) => String(row)))
  const chooseAll = (choice: RowChoice) =>
    onChange({
      kinds: { ...choices.kinds, [kind]: choice },
      rows: Object.fromEntries(Object.entries(choices.rows).filter(([row]) => !own.has(row))),
    })
  const left = Math.min(rows.length, count) - drawn
  return (
    <Panel title={titles[kind](count)}>
      <Stack gap="sm">
        {count > 1 && (
          <NativeSelect
            label="Para todas"
            data={[{ value: '', label: 'Fila por fila', disabled: true }, ...optionsForAll[kind]]}
            value={choices.kinds[kind] ?? ''}
            onChange={({ currentTarget }) => chooseAll(currentTarget.value as RowChoice)} // one of its options
          />
        )}
        <ul className={classes.rows}>
          {rows.slice(0, drawn).map((row) => (
            <SimilarLine
              key={row.row}
              said={row}
              choice={decided.get(row.row) ?? row.choice}
              onChoose={(choice) => onChange({ ...choices, rows: { ...choices.rows, [row.row]: choice } })}
            />
          ))}
        </ul>
        {left > 0 && (
          <Button variant="default" w="fit-content" onClick={() => setDrawn(drawn + atOnce)}>
            Mostrar {showNumber(Math.min(left, atOnce))} más
          </Button>
        )}
        {left <= 0 && count > rows.length && (
          <Text size="sm" c="dimmed">
            Y {showNumber(count - rows.length)} más, que siguen lo que se diga para todas.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

const nothing = ({ client }: SimilarRow): string =>
  client ? 'Su ficha ya tiene todo lo que dice la fila' : 'No dice nada más'

interface SimilarLineProps {
  said: SimilarRow
  choice: RowChoice
  onChoose: (choice: RowChoice) => void
}

function SimilarLine({ said, choice, onChoose }: SimilarLineProps) {
  const { row, name, client, repeats, by, adds, keeps } = said
  const likeness = list.format(by.map((each) => byTexts[each]))
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text size="sm">
          Fila {showNumber(row)}, <b>{name}</b>
        </Text>
        {client ? (
          <Text size="sm">
            Parece ser <b>{client.name}</b>
            {client.id_zkteco !== null && `, número ${client.id_zkteco}`}: {likeness}
          </Text>
        ) : (
          <Text size="sm">
            Repite la fila {showNumber(repeats ?? 0)}: {likeness}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {adds.length > 0 ? `${client ? 'Se le agregaría' : 'Agrega'}: ${list.format(adds)}` : nothing(said)}
          {keeps.length > 0 && `. Conserva: ${list.format(keeps)}`}
        </Text>
      </div>
      <NativeSelect
        aria-label={`Qué hacer con la fila ${row}, ${name}`}
        data={client ? options : ofRepeated}
        value={choice}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as RowChoice)} // one of its options
      />
    </li>
  )
}
