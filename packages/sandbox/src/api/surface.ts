import type { SandboxState } from '../state/sandbox-state.ts';
import type { PlatformRequest, Reply } from '../wire/platform-request.ts';

/** What the path of a request names: the operations there by method, and the values of its parameters, decoded. */
export interface Route<Operation> {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly path: Readonly<Record<string, string>>;
}

/** Where an answer leaves word of a fault that it met. */
export interface Noted {
  fault: string | null;
}

/** Operations below one first part of the path, each with the rest of its path: `:name` stands for a parameter. */
export interface Mount<Operation> {
  readonly prefix: string;
  readonly operations: readonly (readonly [path: string, operation: Operation])[];
}

/** One part of the platform's interface, with the paths, the authentication and the errors that it has for itself. */
export interface Surface<Operation extends { readonly method: string }> {
  readonly mounts: readonly Mount<Operation>[];
  /** Answers a request, whose path may name nothing (`undefined`). Refusals are answers too. */
  answer(
    state: SandboxState,
    route: Route<Operation> | undefined,
    request: PlatformRequest,
    noted: Noted,
  ): Reply | Promise<Reply>;
}

/** Operations by the path that they share, and there by method. */
export function operationsByPath<Operation extends { readonly method: string }>({
  operations,
}: Mount<Operation>): ReadonlyMap<string, ReadonlyMap<string, Operation>> {
  const byPath = Map.groupBy(operations, ([path]) => path);
  return new Map(
    [...byPath].map(([path, own]) => [
      path,
      new Map(own.map(([, operation]) => [operation.method, operation])),
    ]),
  );
}
