// The dialog that has an address below the page of what was collected.
export { ShownCollection } from '../../features/collections/CollectionDialog.tsx'
