import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../api.ts';
import { notifyError } from '../notify.ts';
import { resolverOf } from './resolver.ts';

interface Options<In extends FieldValues, Out> {
  readonly schema: z.ZodType<Out, In>;
  readonly values: In;
  /** What is done with what was typed; a refusal of the server's it throws. */
  readonly save: (values: Out, form: UseFormReturn<In, unknown, Out>) => Promise<unknown>;
  /** Which fields a refusal is about, as codes by field; default: those the server names. */
  readonly refusedOf?: (refusal: ApiError) => Readonly<Record<string, string>> | undefined;
}

/** Says at each field what is wrong with it. */
export const refuse = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  codes: Readonly<Record<string, string>>,
): void => {
  for (const [name, message] of Object.entries(codes))
    form.setError(name as Path<In>, { type: 'server', message });
};

/** Returns a form that is checked by its schema and saved once; a field that is refused, here or by the server, says why. */
export const useSaveForm = <In extends FieldValues, Out>(options: Options<In, Out>) => {
  const { schema, values, save, refusedOf = ({ errors }) => errors } = options;
  const form = useForm<In, unknown, Out>({
    resolver: resolverOf(schema),
    defaultValues: values as DefaultValues<In>,
    // FormDialog does: the first as they stand, parts of several fields included.
    shouldFocusError: false,
  });
  const { isSubmitting: busy } = form.formState;
  const onSubmit = form.handleSubmit(async (typed) => {
    try {
      await save(typed, form);
    } catch (error) {
      const refused = error instanceof ApiError ? refusedOf(error) : undefined;
      const shown = Object.entries(refused ?? {}).filter(
        ([name]) => form.getValues(name.split('.')[0] as Path<In>) !== undefined,
      );
      if (shown.length === 0) notifyError(error);
      else refuse(form, Object.fromEntries(shown));
    }
  });
  return { form, busy, onSubmit };
};

/** Returns a form's errors by the path of their field, as parts that draw several fields read them. */
export const errorCodes = (errors: object, path = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, { message?: unknown } | undefined]) => {
      if (typeof error?.message === 'string') return [[path + name, error.message]];
      return Object.entries(typeof error === 'object' ? errorCodes(error, `${path}${name}.`) : {});
    }),
  );
