import { type UseFormReturnType, useForm } from '@mantine/form'
import { formatSchemaError } from '@torniquete/contract/shared/format-schema-error.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { z } from 'zod'
import { isFinalRefusal, isVersionConflict } from '../api/api-error.ts'
import type { CallFunction, ETaggedAnswer } from '../api/call.ts'
import { type ImageChoice, saveWithImage } from '../api/images.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import { makeLazyComponent } from '../kit/lazy-component.tsx'
import type { ToastAction } from '../kit/ToastMessage.tsx'
import { toast } from '../kit/toast.ts'
import { useCloseDialog } from '../navigation/open-dialog.ts'
import {
  findChangedFields,
  isDeepEqual,
  type PictureFieldOptions,
  type StoredRow,
  useEditedRow,
  type ValueFormatter,
} from './use-edited-row.ts'
import { type SaveOptions, type SaveState, useSave } from './use-save.ts'

export type { StoredRow } from './use-edited-row.ts'

// Loaded when a conflict happens, because most saves meet none.
const ConflictDialog = makeLazyComponent(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

interface RecordFormOptions<Row, Values, Body, Saved = unknown> {
  stored: StoredRow<Row> | null
  toValues: (row: Row | null) => Values
  /** Converts the form's values to the request body; the contract reads empty values as null. */
  toBody?: (values: Values) => Body
  /** Body fields that are whole numbers. Invalid text stays as typed, so that the schema rejects it. */
  numbers?: readonly string[]
  validate?: (values: Values) => FieldErrors
  create: (body: Body, send: CallFunction) => Promise<Saved>
  /** Sends the changed fields with the row's version. Undefined if rows are never edited. */
  update?: (row: Row, changes: Partial<Body>, ifMatch: string | null, send: CallFunction) => Promise<Saved>
  created: string
  updated?: string
  detail?: (saved: Saved) => string
  offer?: (body: Body) => ToastAction
  picture?: PictureFieldOptions<Row>
  errorsOf?: (error: Error, values: Values) => Record<string, string> | null
  describe?: (error: Error) => string
  onInvalid?: (errors: Record<string, ReactNode>) => void
  /** True for a page form (usePageForm), which stays open after a save and shows the saved row; a dialog closes. */
  stays?: boolean
  onClose?: () => unknown
  save?: Partial<SaveOptions<Values, Saved>>
}

export type FieldErrors = Record<string, string | false | null | undefined>

interface PageFormOptions<Row, Values, Body>
  extends Omit<RecordFormOptions<Row, Values, Body, Row>, 'stored' | 'toValues' | 'create' | 'created' | 'stays'> {
  stored: StoredRow<Row>
  toValues: (row: Row) => Values
}

type FieldSettings<Value> = Parameters<UseFormReturnType<object>['getInputProps']>[1] & {
  description?: ReactNode
  /** Formats a value for the conflict dialog, if the field displays it in another form. */
  show?: (value: NonNullable<Value>) => string
}

export interface RecordForm<Values> {
  form: UseFormReturnType<Values>
  field: <Name extends Extract<keyof Values, string>>(
    name: Name,
    label: string,
    settings?: FieldSettings<Values[Name]>,
    // biome-ignore lint/suspicious/noExplicitAny: as getInputProps of @mantine/form answers.
  ) => any
  picture: { choice: ImageChoice; onChoice: (choice: ImageChoice) => void; error: ReactNode }
  dialog: FormState & { editing: boolean; onSubmit: (event?: FormEvent<HTMLFormElement>) => void }
  save: Pick<SaveState<Values>, 'error' | 'reset'>
}

export function parseNumberFields<Body extends object>(body: Body, names: readonly string[]): Body {
  const numbers: Record<string, unknown> = {}
  for (const name of names) {
    const text = (body as Record<string, unknown>)[name]
    if (text === '') numbers[name] = null
    else if (typeof text === 'string' && /^\d{1,15}$/.test(text.trim())) numbers[name] = Number(text)
  }
  return { ...body, ...numbers }
}

export function useRecordForm<Row, Values extends object, Body extends object = Values, Saved = unknown>(
  options: RecordFormOptions<Row, Values, Body, Saved>,
): RecordForm<Values> {
  const { stored, toValues, numbers = [], stays = false, picture, update } = options
  const toBody = (values: Values): Body =>
    parseNumberFields(options.toBody?.(values) ?? (values as unknown as Body), numbers)
  const closeAddress = useCloseDialog()
  const close = options.onClose ?? closeAddress
  const leave = stays ? () => undefined : close
  const [begun] = useState(() => toValues(stored?.row ?? null))
  const form = useForm<Values>({ initialValues: begun, validate: options.validate ?? (() => ({})) })
  const edited = useEditedRow(form, options)
  const { base, choice, chosen, getRow, conflict } = edited
  /** True after a save without an answer, which the server may have stored. */
  const isUnanswered = useRef(false)
  const saveOver = async (row: ETaggedAnswer<Row> | null, values: Values, send: CallFunction): Promise<Saved> => {
    const sent = chosen.current.choice
    const path = row && picture?.pathOf(row.answer)
    const saved = await saveWithImage(picture?.folder ?? 'clients', sent, path, (image) => {
      const images = image && picture && { [`${picture.field}_url`]: image.url, [`${picture.field}_path`]: image.path }
      const body = { ...toBody(values), ...images }
      if (!row || !update) return options.create(body, send)
      return update(row.answer, findChangedFields(toBody(base.current), body), row.tag, send)
    })
    // Clears the saved picture, unless another picture was chosen during the save.
    if (stays && chosen.current.choice === sent) edited.choose(null)
    return saved
  }
  const save = useSave<Values, Saved>({
    run: async (values, send) => {
      const row = getRow()
      if (row) edited.requireNoConflict(row, values)
      try {
        return await saveOver(row, values, send)
      } catch (error) {
        isUnanswered.current ||= !isFinalRefusal(error)
        if (!(error instanceof Error) || !isVersionConflict(error) || !stored?.read) throw error
        const read = await stored.read()
        edited.requireNoConflict(read, values)
        // Saves again if the other user's change is in no field of this form, or equals the typed value.
        return saveOver(read, values, send)
      }
    },
    done: (stored && options.updated) ?? options.created,
    // Undo restores only fields that the row contains; a password, for example, is not readable.
    ...(stored && {
      former: () => {
        const row = getRow()?.answer ?? stored.row
        const shown = Object.entries(toBody(toValues(row)))
        return Object.fromEntries(shown.filter(([field]) => field in (row as object)))
      },
    }),
    ...(options.detail && { detail: options.detail }),
    ...(!stored && options.offer && { offer: (_, values) => options.offer?.(toBody(values)) }),
    onSaved: (saved, sent) => {
      isUnanswered.current = false
      return stays ? edited.adopt(saved as unknown as Row, sent) : close()
    },
    onGivenUp: leave,
    setErrors: (errors) => form.setErrors(errors as typeof form.errors),
    failure: (error) => {
      const found = options.errorsOf?.(error, form.getValues())
      if (!found) return { title: error.name, description: options.describe?.(error) ?? error.message }
      form.setErrors(found as typeof form.errors)
      return null
    },
    ...options.save,
  })
  const submit = (values: Values) => {
    const isChanged = chosen.current.choice !== null || !isDeepEqual(values, base.current)
    if (!stored || isUnanswered.current || isChanged) return save.submit(values)
    toast.info('No hay cambios que guardar.')
    leave()
  }
  const resolve = (theirs: ReadonlySet<string>) => {
    edited.resolveConflict(theirs)
    submit(form.getValues())
  }
  const stableHandlers = useStableHandlers()
  return {
    form,
    field: (name, label, { description, show, ...settings } = {}) => {
      edited.fields.current.set(name, { label, show: show as ValueFormatter | undefined })
      // The cast is needed because the form's path types require a literal name.
      const input = form.getInputProps(name as never, settings as never)
      return { ...input, ...stableHandlers(name, input), label, description }
    },
    picture: { choice, onChoice: edited.choose, error: (form.errors as Record<string, ReactNode>).image },
    dialog: {
      editing: stored !== null,
      pending: save.pending,
      dirty: form.isDirty() || choice !== null,
      onClose: close,
      onSubmit: form.onSubmit(submit, options.onInvalid),
      question: conflict && (
        <ConflictDialog fields={conflict.fields} onResolve={resolve} onCancel={edited.cancelConflict} />
      ),
      unanswered: save.unanswered,
    },
    save,
  }
}

type Handlers = Partial<Record<'onChange' | 'onFocus' | 'onBlur', (event: unknown) => void>>

/** Gives each field the same event handlers in every render, so that memoized fields render only if they change. */
function useStableHandlers() {
  const fields = useRef(new Map<string, { latest: Handlers; stable: Handlers }>())
  return (name: string, latest: Handlers): Handlers => {
    const known = fields.current.get(name)
    if (known) known.latest = latest
    else {
      const call = (on: keyof Handlers) => (event: unknown) => fields.current.get(name)?.latest[on]?.(event)
      const stable = { onChange: call('onChange'), onFocus: call('onFocus'), onBlur: call('onBlur') }
      fields.current.set(name, { latest, stable })
    }
    return fields.current.get(name)?.stable ?? latest
  }
}

export const usePageForm = <Row, Values extends object, Body extends object = Values>({
  toValues,
  ...options
}: PageFormOptions<Row, Values, Body>): RecordForm<Values> =>
  useRecordForm({
    ...options,
    toValues: (row) => toValues(row ?? options.stored.row),
    create: () => Promise.reject(new Error('Nothing is made on a page')),
    created: '',
    stays: true,
  })

// Makes zod write Spanish errors for the form fields.
z.config({ localeError: formatSchemaError })

export function makeValidator<Values>(
  schema: z.ZodType,
  toBody: (values: Values) => unknown = (values) => values,
): (values: Values) => Record<string, string> {
  return (values) => {
    const read = schema.safeParse(toBody(values))
    if (read.success) return {}
    const errors: Record<string, string> = {}
    for (const { path, message } of read.error.issues) {
      const field = path.join('.')
      if (!(field in errors)) errors[field] = message
    }
    return errors
  }
}

export const emptyToNull = (text: string) => text.trim() || null
