import type { Answer, EndpointName } from '@torniquete/contract/endpoints.ts'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import type { CallArguments, CallInput } from '../api/call-input.ts'
import { useTaggedEndpoint } from '../api/use-endpoint.ts'
import { LoadingDialog } from '../kit/LoadingDialog.tsx'
import { useCloseDialog } from '../opening.ts'
import type { Stored } from './use-record-form.tsx'

interface EditDialogProps<Name extends EndpointName> {
  /** Reads the row, with its version. */
  read: Name
  input: CallInput<Name>
  /** Of the form to come. */
  title: string
  size?: 'md' | 'lg'
  children: (stored: Stored<Answer<Name>>) => ReactNode
}

/** Reads a row, and stands where its form will be until it is there. The form then stays, whatever is read again. */
export function EditDialog<Name extends EndpointName>({ read, input, children, ...frame }: EditDialogProps<Name>) {
  const query = useTaggedEndpoint(read, input)
  const close = useCloseDialog()
  if (!query.data) return <LoadingDialog {...frame} query={query} onClose={close} />
  return children({
    row: query.data.answer,
    tag: query.data.tag,
    reload: () => void query.refetch(),
    // CallArguments is one optional or required CallInput; the conditional type cannot be resolved here.
    look: () => call(read, ...([input] as unknown as CallArguments<Name>)),
  })
}
