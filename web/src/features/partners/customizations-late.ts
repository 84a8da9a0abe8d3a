import { lazy } from 'react'

// These bring much with them. They are asked for with the form's own file, not after it; the page waits for all of them, so that
// nothing moves once it is there.
const numbers = import('../../kit/form/number-field').then((file) => ({ default: file.NumberField }))
const images = import('../../kit/form/image-field').then((file) => ({ default: file.ImageField }))
const preview = import('./preview').then((file) => ({ default: file.Preview }))

export const NumberField = lazy(() => numbers) as unknown as typeof import('../../kit/form/number-field').NumberField
export const ImageField = lazy(() => images) as unknown as typeof import('../../kit/form/image-field').ImageField
export const Preview = lazy(() => preview)
