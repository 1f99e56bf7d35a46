// The form of one row: new or edited, with its picture, its refusals at its fields, and what somebody else made of the
// row meanwhile beside what is typed.
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ImageFolder } from '@torniquete/contract/shared/images.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isRefusal, isStale, storedRow } from '../api/api-error.ts'
import type { Send } from '../api/call.ts'
import type { ImageChoice } from '../api/images.ts'
import { forgetImage, saveWithImage } from '../api/images.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import { type ToastAction, toast } from '../kit/toast.ts'
import { useCloseDialog } from '../navigation/opening.ts'
import { StaleNotice, StoredNotice, TheirPicture, TheirValue } from './RecordNotices.tsx'
import { changesBetween } from './rebase.ts'
import { resolveConflict } from './resolve-conflict.ts'
import { useStableHandlers } from './stable-handlers.ts'
import { type Rebased, useRebased } from './use-rebased.ts'
import { useSave } from './use-save.ts'

/** A row as it was read, with its version. */
export interface Stored<Row> {
  row: Row
  /** Its ETag. */
  tag: string | null
  /** Reads it again; the form stays as it is and takes the new version in. */
  reload: () => unknown
  /** Takes the row that a save answered, and its new version, as the stored one. Left out where a save closes the form. */
  keep?(row: Row): void
  /** Fetches the row without changing what the form shows; undefined where rows have no version. */
  look?: () => Promise<Row>
}

interface Picture<Row> {
  folder: ImageFolder
  /** The body's field names begin with it: `photo_url` and `photo_path`. */
  field: 'photo' | 'image' | 'logo'
  pathOf: (row: Row) => string | null
}

export interface RecordFormOptions<Row, Values, Body, Saved = unknown> {
  /** Null makes a new row. */
  stored: Stored<Row> | null
  /** What the fields hold of a row; of null, what a new one begins with. */
  toValues: (row: Row | null) => Values
  /** The body of the call, where the fields' values are no such: the contract reads what is empty as none. */
  toBody?: (values: Values) => Body
  /** Fields of the body that travel as whole numbers; what cannot be read as one stays as typed, for the schema to tell. */
  numbers?: readonly string[]
  /** Errors by field; left out where the server says them there. */
  validate?: (values: Values) => Record<string, string>
  create: (body: Body, send: Send) => Promise<Saved>
  /** Sends what differs from the stored row, with its version. Left out where rows are never edited. */
  update?: (row: Row, changes: Partial<Body>, ifMatch: string | null, send: Send) => Promise<Saved>
  /** The success toasts. */
  created: string
  updated?: string
  /** A second line in them. Of an edit whose answer was lost `saved` is the row as it was found. */
  detail?: (saved: Saved) => string
  /** A button in the toast of what was made. */
  offer?: (body: Body) => ToastAction
  picture?: Picture<Row>
  /** A refusal that belongs to a field is told there. */
  errorsOf?: (error: Error, values: Values) => Record<string, string> | null
  /** What a toast says of any other. */
  describe?: (error: Error) => string
  onInvalid?: (errors: Record<string, ReactNode>) => void
  /** A form on its page (usePageForm) stays open after a save, which answers the row; a dialog closes. */
  stays?: boolean
}

/** Of a row that is only edited. */
interface PageFormOptions<Row, Values, Body>
  extends Omit<RecordFormOptions<Row, Values, Body, Row>, 'stored' | 'toValues' | 'create' | 'created' | 'stays'> {
  stored: Stored<Row>
  toValues: (row: Row) => Values
}

type InputSettings = Parameters<UseFormReturnType<object>['getInputProps']>[1]

type FieldSettings<Value> = InputSettings & {
  description?: ReactNode
  /** A value as the field shows it, for what somebody else wrote there. */
  show?: (value: NonNullable<Value>) => string
}

export interface RecordForm<Values> {
  form: UseFormReturnType<Values>
  /** Properties of an input by its field; beside it stands what somebody else wrote there meanwhile. */
  // biome-ignore lint/suspicious/noExplicitAny: as getInputProps of @mantine/form answers.
  field: <Name extends Extract<keyof Values, string>>(name: Name, settings?: FieldSettings<Values[Name]>) => any
  /** For ImageField: the choice, what is wrong with it, and that somebody else changed the picture meanwhile. */
  picture: {
    choice: ImageChoice
    onChoice: (choice: ImageChoice) => void
    error: ReactNode
    description: ReactNode
  }
  /** For FormDialog. */
  dialog: FormState & { editing: boolean; onSubmit: (event?: FormEvent<HTMLFormElement>) => void }
}

const nothingChanged = 'No hay cambios que guardar.'

/** What stands in the dialog of an error beyond the fields; `reload` where there is a row to read again. */
function noticeOf(error: Error | null, reload: (() => void) | null): ReactNode {
  if (isStale(error) && reload) return <StaleNotice error={error} onReload={reload} />
  const row = storedRow(error)
  return row !== null && <StoredNotice error={error} row={row} />
}

type WithBody<Row, Values, Body, Saved> = RecordFormOptions<Row, Values, Body, Saved> & {
  toBody: (values: Values) => Body
}
type Pictured<Row, Values, Body> = Pick<WithBody<Row, Values, Body, unknown>, 'picture' | 'toBody' | 'toValues'>

const pictureFields = <Row,>({ picture }: { picture?: Picture<Row> }, url: string | null, path: string | null) =>
  picture && { [`${picture.field}_url`]: url, [`${picture.field}_path`]: path }

/** What is sent of a row, as it stands in it. */
function shownOf<Row, Values, Body>({ picture, toBody, toValues }: Pictured<Row, Values, Body>, row: Row) {
  const names = Object.keys(pictureFields({ picture }, null, null) ?? {})
  const pictured = Object.entries(row as object).filter(([name]) => names.includes(name)) // rows are objects
  return { ...toBody(toValues(row)), ...Object.fromEntries(pictured) }
}

/** Saves what is typed with its picture, and closes or stays; a refusal that belongs to a field goes there. */
function useRecordSave<Row, Values extends object, Body extends object, Saved>(
  options: WithBody<Row, Values, Body, Saved>,
  form: UseFormReturnType<Values>,
  { picture: { choice }, sendAs }: Pick<ReturnType<typeof usePicture>, 'picture' | 'sendAs'>,
  { base, sent }: Pick<Rebased<Values>, 'base' | 'sent'>,
  onSaved: (saved: Saved | Row, sent: Values) => unknown,
  onGivenUp: () => void,
) {
  const { stored, toBody, picture } = options
  return useSave<Values, Saved | Row>({
    run: (values, send) =>
      saveWithImage(picture?.folder ?? 'clients', choice, stored && picture?.pathOf(stored.row), async (image) => {
        const body = { ...toBody(values), ...(image && pictureFields(options, image.url, image.path)) }
        const { update } = options
        if (!stored || !update) return options.create(body, send)
        const changes = changesBetween(toBody(base.current), body)
        const unanswered = sent.current.map((each) => each.changes)
        const attempt = (ifMatch: string | null) => {
          sent.current.push({ values, changes: { ...changes } })
          return update(stored.row, changes, ifMatch, send).catch((error) => {
            if (isRefusal(error)) sent.current.pop()
            throw error
          })
        }
        if (image) sendAs(image.path)
        return attempt(stored.tag).catch((error) =>
          resolveConflict(error, {
            known: stored.row,
            look: stored.look,
            shownOf: (row) => shownOf(options, row),
            changes: { ...changes },
            unanswered,
            sendAgain: attempt,
          }),
        )
      }),
    done: (stored && options.updated) ?? options.created,
    // What the row does not show, as a password, nobody can put back.
    ...(stored && {
      former: () => {
        const shown = Object.entries(toBody(options.toValues(stored.row)))
        return Object.fromEntries(shown.filter(([field]) => field in (stored.row as object))) // rows are objects
      },
    }),
    // A save that a conflict proved to be stored answers the row that was read then: it has the same fields.
    ...(options.detail && { detail: (saved) => options.detail?.(saved as Saved) ?? '' }),
    ...(!stored && options.offer && { offer: (_, values) => options.offer?.(toBody(values)) }),
    // The row of an earlier try can be opened only where rows are edited.
    opensStored: options.update !== undefined,
    onSaved,
    onGivenUp,
    setErrors: (errors) => form.setErrors(errors as typeof form.errors), // their names come from the server
    failure: (error) => {
      const found = options.errorsOf?.(error, form.getValues())
      if (!found) return { title: error.name, description: options.describe?.(error) ?? error.message }
      form.setErrors(found as typeof form.errors) // as above
      return null
    },
  })
}

/** The choice of another picture than the one that is stored at `path`. */
function usePicture(path: string | null | undefined, error: ReactNode) {
  const [choice, onChoice] = useState<ImageChoice>(null)
  /** Uploaded choices, by the path that was sent: the server may have stored one although its answer was lost. */
  const sent = useRef(new Map<typeof path, ImageChoice>())
  /** The path that this form knows of: another one was stored by somebody else, or by a save of this form without an answer. */
  const known = useRef(path)
  const isOwn = path !== known.current && sent.current.has(path)
  /** Drops the choice that is stored by now; one that was made since it was sent stays. */
  const settle = (stored: typeof path) => onChoice((now) => (now === sent.current.get(stored) ? null : now))
  return {
    picture: {
      choice,
      onChoice,
      error,
      description: path !== known.current && !isOwn && choice !== null && (
        <TheirPicture removed={choice === 'none'} onTake={() => onChoice(null)} />
      ),
    },
    sendAs: (stored: typeof path) => {
      sent.current.set(stored, choice)
    },
    /** After a save that was answered. */
    keep: (stored: typeof path) => {
      known.current = stored
      settle(stored)
    },
    /** The row shows the picture of a save that got no answer: the picture before it is deleted, for no row shows it any more. */
    find: () => {
      if (!isOwn) return
      forgetImage(known.current)
      known.current = path
      settle(path)
    },
  }
}

const fieldOf =
  <Values extends object>(
    form: UseFormReturnType<Values>,
    stable: ReturnType<typeof useStableHandlers>,
    theirs: Partial<Values>,
  ): RecordForm<Values>['field'] =>
  (name, { description, show, ...settings } = {}) => ({
    // The form's own path types need a literal name.
    ...stable(name, form.getInputProps(name as never, settings as never)),
    description:
      name in theirs ? (
        <TheirValue
          value={theirs[name]}
          mine={form.getValues()[name]}
          show={show}
          onTake={() => form.setValues({ [name]: theirs[name] } as unknown as Partial<Values>)} // one of their own
        />
      ) : (
        description
      ),
  })

/** Values that are the body. */
const themselves = (values: object): never => values as never

const nothingWrong = () => ({})

/** Texts of whole numbers as numbers, '' as null. */
export function readNumbers<Body extends object>(body: Body, names: readonly string[]): Body {
  const numbers: Record<string, unknown> = {}
  for (const name of names) {
    const text = (body as Record<string, unknown>)[name] // a field of the body
    if (text === '') numbers[name] = null
    else if (typeof text === 'string' && /^\d{1,15}$/.test(text.trim())) numbers[name] = Number(text)
  }
  return { ...body, ...numbers }
}

export function useRecordForm<Row, Values extends object, Body extends object = Values, Saved = unknown>(
  given: RecordFormOptions<Row, Values, Body, Saved>,
): RecordForm<Values> {
  const { toBody = themselves, numbers = [] } = given
  const options = {
    validate: nothingWrong,
    ...given,
    toBody: (values: Values): Body => readNumbers<Body>(toBody(values), numbers),
  }
  const { stored, toValues, stays = false } = options
  const pathOf = options.picture?.pathOf
  const close = useCloseDialog()
  const [begun] = useState(() => toValues(stored?.row ?? null))
  const form = useForm<Values>({ initialValues: begun, validate: options.validate })
  const { theirs, adopt, ...known } = useRebased(form, stored ? toValues(stored.row) : begun, options.toBody)
  const stable = useStableHandlers()
  const errors = form.errors as Record<string, ReactNode>
  const path = stored && pathOf?.(stored.row)
  const { picture, ...pictured } = usePicture(path, errors.image)
  const dirty = form.isDirty() || picture.choice !== null
  const stay = (saved: Saved | Row, sent: Values) => {
    const row = saved as Row // as `stays` asks
    pictured.keep(pathOf?.(row))
    adopt(sent, toValues(row))
    stored?.keep?.(row)
  }
  const leave = stays ? () => undefined : close
  const save = useRecordSave(options, form, { picture, ...pictured }, known, stays ? stay : close, leave)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another path, or the end of a save, can show such a picture.
  useEffect(() => {
    if (!save.pending) pictured.find()
  }, [path, save.pending])
  const submit = (values: Values) => {
    if (dirty || !stored) return save.submit(values)
    toast.info(nothingChanged)
    leave()
  }
  const reload = () => {
    save.reset()
    void stored?.reload()
  }
  return {
    form,
    field: fieldOf(form, stable, theirs),
    picture,
    dialog: {
      editing: stored !== null,
      pending: save.pending,
      dirty,
      onClose: close,
      onSubmit: form.onSubmit(submit, options.onInvalid),
      error: noticeOf(save.error, stored && reload),
      unanswered: save.unanswered,
    },
  }
}

/** A form on its page: it stays open after a save, and keeps what was typed while the save was under way. */
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
