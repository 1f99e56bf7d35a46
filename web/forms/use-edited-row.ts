// Merges the typed values with the stored row. Untouched fields follow other users' changes. If another user changed a
// field that was also edited here, saving opens the conflict dialog.
import type { UseFormReturnType } from '@mantine/form'
import type { ImageFolder } from '@torniquete/contract/shared/images.ts'
import { useEffect, useRef, useState } from 'react'
import type { ETaggedAnswer } from '../api/call.ts'
import type { ImageChoice } from '../api/images.ts'
import type { ConflictField } from './ConflictDialog.tsx'

type Values = Record<string, unknown>

export const isDeepEqual = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** Returns the typed values, but fields not changed since `before` get their values in `after`. */
function rebase<Form extends object>(typed: Form, before: Form, after: Form): Form {
  const [mine, old] = [typed as Values, before as Values]
  const untouched = Object.entries(after).filter(([field]) => isDeepEqual(mine[field], old[field]))
  return { ...typed, ...Object.fromEntries(untouched) }
}

export function findChangedFields<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = before as Values
  const changed = Object.entries(after).filter(([field, value]) => !isDeepEqual(old[field], value))
  return Object.fromEntries(changed) as Partial<Body>
}

/** Thrown when a save opened the conflict dialog, so that no other error message is shown. */
export class ConflictDialogOpenedError extends Error {}

export interface StoredRow<Row> {
  row: Row
  /** ETag; null for rows without a version, whose changes arrive through new values of `row`. */
  tag: string | null
  read?: () => Promise<ETaggedAnswer<Row>>
  /** Stores the row and version that a save returned. Undefined if saving closes the form. */
  keep?(row: Row): void
}

export interface PictureFieldOptions<Row> {
  folder: ImageFolder
  field: 'photo' | 'image' | 'logo'
  pathOf: (row: Row) => string | null
}

const pictureLabels = { photo: 'Foto', image: 'Imagen', logo: 'Logo' }

const readPath = (values: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], values)

export type ValueFormatter = (value: never) => string

function showValue(value: unknown, show: ValueFormatter | undefined): string {
  if (value === null || value === undefined || String(value).trim() === '') return 'vacío'
  if (show) return show(value as never)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? 'otro valor' : String(value)
}

interface EditedRowOptions<Row, Values> {
  stored: StoredRow<Row> | null
  toValues: (row: Row | null) => Values
  picture?: PictureFieldOptions<Row> | undefined
}

interface Chosen {
  choice: ImageChoice
  over: string | null
}

interface Compared<Values> {
  mine: Values
  before: Values
  theirs: Values
}

/** Lists the rendered fields that another user changed to a value different from the one typed here. */
function listConflicts<Values>(
  fields: ReadonlyMap<string, { label: string; show: ValueFormatter | undefined }>,
  values: Compared<Values>,
): ConflictField[] {
  return [...fields].flatMap(([name, { label, show }]) => {
    const mine = readPath(values.mine, name)
    const [before, theirs] = [readPath(values.before, name), readPath(values.theirs, name)]
    if (isDeepEqual(theirs, before) || isDeepEqual(theirs, mine)) return []
    const isMineTyped = !isDeepEqual(mine, before)
    return { name, label, mine: showValue(mine, show), theirs: showValue(theirs, show), isMineTyped }
  })
}

function listPictureConflict<Row>(
  picture: PictureFieldOptions<Row> | undefined,
  { choice, over }: Chosen,
  row: Row,
): ConflictField[] {
  if (!picture || choice === null || picture.pathOf(row) === over) return []
  const mine = choice === 'none' ? 'sin imagen' : choice.name
  return [{ name: 'image', label: pictureLabels[picture.field], mine, theirs: 'la que eligió', isMineTyped: true }]
}

function useChosenPicture(getPath: () => string | null) {
  const [choice, setChoice] = useState<ImageChoice>(null)
  const chosen = useRef<Chosen>({ choice: null, over: null })
  const choose = (next: ImageChoice) => {
    if (chosen.current.choice === null) chosen.current.over = getPath()
    chosen.current.choice = next
    setChoice(next)
  }
  return { choice, chosen, choose }
}

export function useEditedRow<Row, Values extends object>(
  form: UseFormReturnType<Values>,
  { stored, toValues, picture }: EditedRowOptions<Row, Values>,
) {
  /** The stored values that filled the fields. An edited field keeps the stored value from before its edit. */
  const base = useRef(form.getValues())
  const newer = useRef<ETaggedAnswer<Row> | null>(null)
  const fields = useRef(new Map<string, { label: string; show: ValueFormatter | undefined }>())
  const [conflict, setConflict] = useState<{ row: ETaggedAnswer<Row>; fields: ConflictField[] } | null>(null)
  const pathOf = (row: Row) => picture?.pathOf(row) ?? null
  const getRow = (): ETaggedAnswer<Row> | null => newer.current ?? (stored && { answer: stored.row, tag: stored.tag })
  const chosenPicture = useChosenPicture(() => {
    const row = getRow()
    return row && pathOf(row.answer)
  })
  const { chosen, choose } = chosenPicture
  const fill = (values: Values, after: Values) => {
    base.current = after
    form.setValues(values)
    form.resetDirty(after)
  }
  // Rows are compared as text, because each render creates a new object.
  const version = stored && JSON.stringify(toValues(stored.row))
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (!stored || version === JSON.stringify(base.current)) return
    const [typed, before] = [form.getValues(), base.current]
    const after = rebase(before, typed, toValues(stored.row))
    fill(rebase(typed, before, after), after)
  }, [version])

  return {
    base,
    fields,
    ...chosenPicture,
    getRow,
    conflict,
    cancelConflict: () => setConflict(null),
    /** Throws if the stored row differs from the values the form began with; the conflict dialog then opens. */
    requireNoConflict: (row: ETaggedAnswer<Row>, values: Values) => {
      const compared = { mine: values, before: base.current, theirs: toValues(row.answer) }
      const inPicture = listPictureConflict(picture, chosen.current, row.answer)
      const found = [...listConflicts(fields.current, compared), ...inPicture]
      if (found.length === 0) return
      setConflict({ row, fields: found })
      throw new ConflictDialogOpenedError()
    },
    /** Makes the other user's row the base of the form, and copies its values into the fields in `theirs`. */
    resolveConflict: (theirs: ReadonlySet<string>) => {
      if (!conflict) return
      const [typed, after] = [form.getValues(), toValues(conflict.row.answer)]
      fill(rebase(typed, base.current, after), after)
      for (const { name } of conflict.fields)
        if (name !== 'image') form.setFieldValue(name, readPath(theirs.has(name) ? after : typed, name) as never)
      // A row without a version is not stored here, because its new values arrive through `row`.
      if (conflict.row.tag !== null) newer.current = conflict.row
      chosen.current.over = pathOf(conflict.row.answer)
      if (theirs.has('image')) choose(null)
      setConflict(null)
    },
    /** Call after a save: `sent` was stored as `row`. Values typed after sending are kept. */
    adopt: (row: Row, sent: Values) => {
      newer.current = null
      chosen.current.over = pathOf(row)
      fill(rebase(form.getValues(), sent, toValues(row)), toValues(row))
      stored?.keep?.(row)
    },
  }
}
