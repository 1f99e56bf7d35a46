// The form of one row: new or edited, with its picture, its refusals at its fields, and what somebody else made of the
// row meanwhile beside what is typed.
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ImageFolder } from '@torniquete/contract/images.ts'
import { type ReactNode, useRef, useState } from 'react'
import { isStale, storedRow } from '../api/api-error.ts'
import type { ImageChoice } from '../api/images.ts'
import { saveWithImage } from '../api/images.ts'
import type { Send } from '../api/use-send.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import { toast } from '../kit/toast.ts'
import { useCloseDialog } from '../navigation/opening.ts'
import { StaleNotice, StoredNotice, TheirPicture, TheirValue } from './RecordNotices.tsx'
import { changesBetween } from './rebase.ts'
import { useSteadyHandlers } from './steady-handlers.ts'
import { useRebased } from './use-rebased.ts'
import { useSave } from './use-save.ts'

/** A row as it was read, with its version. */
export interface Stored<Row> {
  row: Row
  /** Its ETag. */
  tag: string | null
  /** Reads it again; the form stays as it is and takes the new version in. */
  reload: () => unknown
  /** What it is at the moment, beside the form; undefined where rows have no version. */
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
  valuesOf: (row: Row | null) => Values
  /** What is sent of them. */
  bodyOf: (values: Values) => Body
  /** Errors by field. */
  validate: (values: Values) => Record<string, string>
  create: (body: Body, send: Send) => Promise<Saved>
  /** Sends what differs from the stored row, with its version. Left out where rows are never edited. */
  update?: (row: Row, changes: Partial<Body>, ifMatch: string | null, send: Send) => Promise<Saved>
  /** The success toasts. */
  created: string
  updated?: string
  /** A second line in them. Of an edit whose answer was lost `saved` is the row as it was found. */
  detail?: (saved: Saved) => string
  picture?: Picture<Row>
  /** A refusal that belongs to a field is told there. */
  errorsOf?: (error: Error, values: Values) => Record<string, string> | null
  /** What a toast says of any other. */
  describe?: (error: Error) => string
  onInvalid?: (errors: Record<string, ReactNode>) => void
  /** After a save, which answers the row: usePageForm. Else it is a dialog's, which closes. */
  stays?: boolean
}

/** Of a row that is only edited. */
interface PageFormOptions<Row, Values, Body>
  extends Omit<RecordFormOptions<Row, Values, Body, Row>, 'stored' | 'valuesOf' | 'create' | 'created' | 'stays'> {
  stored: Stored<Row>
  valuesOf: (row: Row) => Values
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
  dialog: FormState & { editing: boolean }
}

const nothingChanged = 'No hay cambios que guardar.'

/** What stands in the dialog of an error beyond the fields; `reload` where there is a row to read again. */
function noticeOf(error: Error | null, reload: (() => void) | null): ReactNode {
  if (isStale(error) && reload) return <StaleNotice error={error} onReload={reload} />
  const row = storedRow(error)
  return row !== null && <StoredNotice error={error} row={row} />
}

/**
 * An edit whose answer was lost is sent again, and finds that the row is another: by its own doing, where what was sent
 * is what stands there.
 */
async function ownWrite<Row, Values, Body extends object>(
  { valuesOf, bodyOf }: Pick<RecordFormOptions<Row, Values, Body>, 'valuesOf' | 'bodyOf'>,
  { look }: Stored<Row>,
  sent: Partial<Body>,
  error: Error,
): Promise<Row> {
  const row = isStale(error) ? await look?.().catch(() => undefined) : undefined
  // A picture stands in the row as it stands in the body.
  if (row && Object.keys(changesBetween({ ...row, ...bodyOf(valuesOf(row)) }, sent)).length === 0) return row
  throw error
}

/** Saves what is typed with its picture, and closes or stays; a refusal that belongs to a field goes there. */
function useRecordSave<Row, Values extends object, Body extends object, Saved>(
  options: RecordFormOptions<Row, Values, Body, Saved>,
  form: UseFormReturnType<Values>,
  choice: ImageChoice,
  /** What the stored row was in the fields. */
  base: { current: Values },
  onSaved: (saved: Saved | Row, sent: Values) => unknown,
  onGivenUp: () => void,
) {
  const { stored, bodyOf, picture } = options
  return useSave<Values, Saved | Row>({
    run: (values, send) =>
      saveWithImage(picture?.folder ?? 'clients', choice, stored && picture?.pathOf(stored.row), async (image) => {
        const pictured = image &&
          picture && { [`${picture.field}_url`]: image.url, [`${picture.field}_path`]: image.path }
        const body = { ...bodyOf(values), ...pictured }
        if (!stored || !options.update) return options.create(body, send)
        const changes = changesBetween(bodyOf(base.current), body)
        const sent = options.update(stored.row, changes, stored.tag, send)
        return sent.catch((error) => ownWrite(options, stored, changes, error))
      }),
    done: (stored && options.updated) ?? options.created,
    // As it was found it reads like what is answered.
    ...(options.detail && { detail: (saved) => options.detail?.(saved as Saved) ?? '' }),
    // It is opened where it can be edited.
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

/** The picture that is chosen in the place of the one that is stored at `path`. */
function usePicture(path: string | null | undefined, error: ReactNode) {
  const [choice, onChoice] = useState<ImageChoice>(null)
  const sent = useRef(choice)
  /** Another is somebody else's. */
  const known = useRef(path)
  return {
    picture: {
      choice,
      onChoice,
      error,
      description: path !== known.current && choice !== null && (
        <TheirPicture removed={choice === 'none'} onTake={() => onChoice(null)} />
      ),
    },
    send: () => {
      sent.current = choice
    },
    /** What was sent is stored, and about to be shown. */
    know: (stored: typeof path) => {
      known.current = stored
    },
    /** It is shown; what was chosen since then stays. */
    settle: () => onChoice((now) => (now === sent.current ? null : now)),
  }
}

const fieldOf =
  <Values extends object>(
    form: UseFormReturnType<Values>,
    steady: ReturnType<typeof useSteadyHandlers>,
    theirs: Partial<Values>,
  ): RecordForm<Values>['field'] =>
  (name, { description, show, ...settings } = {}) => ({
    // The form's own path types need a literal name.
    ...steady(name, form.getInputProps(name as never, settings as never)),
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

export function useRecordForm<Row, Values extends object, Body extends object, Saved>(
  options: RecordFormOptions<Row, Values, Body, Saved>,
): RecordForm<Values> {
  const { stored, valuesOf, stays = false } = options
  const pathOf = options.picture?.pathOf
  const close = useCloseDialog()
  const [begun] = useState(() => valuesOf(stored?.row ?? null))
  const form = useForm<Values>({ initialValues: begun, validate: options.validate })
  const { base, theirs, adopt } = useRebased(form, stored ? valuesOf(stored.row) : begun)
  const steady = useSteadyHandlers()
  const errors = form.errors as Record<string, ReactNode>
  const { picture, ...pictured } = usePicture(stored && pathOf?.(stored.row), errors.image)
  const dirty = form.isDirty() || picture.choice !== null
  const stay = async (saved: Saved | Row, sent: Values) => {
    const row = saved as Row // as `stays` asks
    pictured.know(pathOf?.(row))
    adopt(sent, valuesOf(row))
    // The next save needs the version that this one made.
    await stored?.reload()
    pictured.settle()
  }
  const leave = stays ? () => undefined : close
  const save = useRecordSave(options, form, picture.choice, base, stays ? stay : close, leave)
  const submit = (values: Values) => {
    pictured.send()
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
    field: fieldOf(form, steady, theirs),
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

/** The form of what is there, on its page: it stays after a save, and what is typed meanwhile with it. */
export const usePageForm = <Row, Values extends object, Body extends object>({
  valuesOf,
  ...options
}: PageFormOptions<Row, Values, Body>): RecordForm<Values> =>
  useRecordForm({
    ...options,
    valuesOf: (row) => valuesOf(row ?? options.stored.row),
    create: () => Promise.reject(new Error('Nothing is made on a page')),
    created: '',
    stays: true,
  })
