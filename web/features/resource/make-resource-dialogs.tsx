import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { FunctionComponent } from 'react'
import type { CallFunction } from '../../api/call.ts'
import type { CallInput } from '../../api/call-input.ts'
import { makeEditDialog } from '../../forms/EditDialog.tsx'
import type { StoredRow } from '../../forms/use-record-form.tsx'
import {
  DeletedRowsDialog,
  type DeletedRowsDialogTexts,
  ZonedDeletedRowsDialog,
} from '../deleted/DeletedRowsDialog.tsx'
import type { ResourceArea } from './use-row-actions.tsx'

interface Resource<Name extends ResourceArea> {
  area: Name
  paramsOf: (id: number) => CallInput<`${Name}.read`>['params'] & CallInput<`${Name}.restore`>['params']
  Form: FunctionComponent<{ stored: StoredRow<CallAnswer<`${Name}.read`>> | null }>
  title: string
  size?: 'md'
  /** `zone`: time zone for dates of rows that belong to no gym. */
  deleted: DeletedRowsDialogTexts & { zone?: string }
}

/** Dialogs for a resource's list. They are not in the file of the row actions, so that the list loads without them. */
export function makeResourceDialogs<Name extends ResourceArea>(resource: Resource<Name>) {
  const { area, Form, title, size, deleted } = resource
  // The cast is needed because TypeScript cannot resolve the input type of a call whose name is a type parameter.
  const inputOf = (id: number) => ({ params: resource.paramsOf(id) }) as never
  return {
    New: () => <Form stored={null} />,
    Edit: makeEditDialog({ read: `${area}.read`, inputOf, Form, title, size }),
    Deleted: () => {
      const { zone, ...texts } = deleted
      const rows = {
        ...texts,
        list: `${area}.deleted`,
        restore: (id: number, send: CallFunction) => send(`${area}.restore`, inputOf(id)),
      } as const
      return zone ? <ZonedDeletedRowsDialog {...rows} zone={zone} /> : <DeletedRowsDialog {...rows} />
    },
  }
}
