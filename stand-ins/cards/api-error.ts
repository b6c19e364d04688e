/** An answer that refuses a call, in the provider's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string | undefined; param?: string | undefined } };

  constructor(
    status: number,
    { type = 'invalid_request_error', message, code, param }: Partial<ApiError['body']['error']> & { message: string },
  ) {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...(code && { code }), ...(param && { param }) } };
  }
}

/** Something named in the address is a 404; named in a parameter, it is a 400. */
export function missing(what: string, id: string, param?: string): ApiError {
  return new ApiError(param ? 400 : 404, {
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
  });
}
