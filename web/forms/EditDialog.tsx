import type { CallAnswer, EndpointName } from '@torniquete/contract/endpoints.ts'
import type { FunctionComponent } from 'react'
import type { CallInput } from '../api/call-input.ts'
import { LoadingDialog } from '../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../navigation/open-dialog.ts'
import type { StoredRow } from './use-edited-row.ts'
import { useStoredRow } from './use-stored-row.ts'

interface Edited<Name extends EndpointName> {
  read: Name
  inputOf: (id: number) => CallInput<Name>
  Form: FunctionComponent<{ stored: StoredRow<CallAnswer<Name>> }>
  title: string
  size?: 'md' | 'lg'
}

/** Makes the edit dialog of the row in the address, with a placeholder until loaded. Refetches keep typed values. */
export const makeEditDialog = <Name extends EndpointName>({ read, inputOf, Form, ...frame }: Edited<Name>) =>
  function EditDialog() {
    const { stored, query } = useStoredRow(read, inputOf(useDialogPathId()))
    const close = useCloseDialog()
    return stored ? <Form stored={stored} /> : <LoadingDialog {...frame} query={query} onClose={close} />
  }
