import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { FunctionComponent } from 'react'
import type { Send } from '../../api/call.ts'
import type { CallInput } from '../../api/call-input.ts'
import { editDialog } from '../../forms/EditDialog.tsx'
import type { Stored } from '../../forms/use-record-form.tsx'
import { DeletedDialog, DeletedRows, type DeletedTexts } from '../deleted/DeletedDialog.tsx'
import type { ResourceArea } from './use-row-acts.tsx'

interface Resource<Name extends ResourceArea> {
  area: Name
  paramsOf: (id: number) => CallInput<`${Name}.read`>['params'] & CallInput<`${Name}.restore`>['params']
  Form: FunctionComponent<{ stored: Stored<Answer<`${Name}.read`>> | null }>
  title: string
  size?: 'md'
  /** `zone`: for rows outside a gym. */
  deleted: DeletedTexts & { zone?: string }
}

/** The dialogs of a resource's list. They are apart from the row actions, because the list appears without them. */
export function resourceDialogs<Name extends ResourceArea>(resource: Resource<Name>) {
  const { area, Form, title, size, deleted } = resource
  // TypeScript cannot resolve the input of a call named by a type parameter.
  const inputOf = (id: number) => ({ params: resource.paramsOf(id) }) as never
  return {
    New: () => <Form stored={null} />,
    Edit: editDialog({ read: `${area}.read`, inputOf, Form, title, size }),
    Deleted: () => {
      const { zone, ...texts } = deleted
      const rows = {
        ...texts,
        list: `${area}.deleted`,
        restore: (id: number, send: Send) => send(`${area}.restore`, inputOf(id)),
      } as const
      return zone ? <DeletedRows {...rows} zone={zone} /> : <DeletedDialog {...rows} />
    },
  }
}
