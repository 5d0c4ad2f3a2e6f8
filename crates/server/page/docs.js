// The interface for people, drawn from the same description that programs read: /api/docs/openapi.json.

import { capital, draw, h, list } from "./dom.js";

const METHODS = ["get", "post", "put", "patch", "delete"];
const last = (ref) => ref.split("/").at(-1);

/** A type in a few words, with links to those that have a name. */
function type(schema) {
  if (!schema || schema === true) return "anything";
  if (schema.$ref) return h("a", { href: `#${last(schema.$ref)}` }, last(schema.$ref));
  const among = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (among) return among.flatMap((one, place) => (place ? [" or ", type(one)] : [type(one)]));
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.prefixItems) return ["list of ", schema.prefixItems.flatMap((one) => [type(one), " "])];
  if (schema.type === "array") return ["list of ", type(schema.items)];
  if (schema.type === "object" && schema.properties) {
    const parts = Object.entries(schema.properties)
      .map(([name, one], place) => [place ? ", " : "", `${name}: `, type(one)]);
    return ["{ ", parts, " }"];
  }
  return [schema.type ?? "anything"].flat().join(" or ");
}

function operation(path, method, about) {
  const body = about.requestBody && Object.values(about.requestBody.content ?? {})[0]?.schema;
  const answers = Object.entries(about.responses ?? {}).map(([status, { description, content }]) => {
    const schema = content && Object.values(content)[0]?.schema;
    return [status, description ?? "", schema ? [" ", type(schema)] : ""];
  });
  return h("section", { class: "sheet" },
    h("h3", null, h("code", null, `${method.toUpperCase()} ${path}`)),
    h("p", null, [about.summary, about.description].filter(Boolean).join(" ")),
    about.parameters?.length > 0 && list("rows", about.parameters.map((one) =>
      [`${one.name} (${one.in})`, type(one.schema), " ", one.description ?? ""])),
    body && h("p", null, "Body: ", type(body)),
    list("rows", answers));
}

function schema(name, about) {
  const required = new Set(about.required ?? []);
  const lines = about.properties
    ? Object.entries(about.properties).map(([field, one]) =>
      [required.has(field) ? field : `${field} (may be missing)`, type(one), " ", one.description ?? ""])
    : (about.oneOf ?? about.anyOf ?? [about]).map((one) => [one.description ?? "", type(one)]);
  return h("details", { id: name, open: location.hash === `#${name}` }, h("summary", null, name),
    about.description && h("p", { class: "quiet" }, about.description),
    list("rows", lines));
}

function page({ info, tags = [], paths, components }) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => [path, method, methods[method]]));
  const code = (text) => h("code", null, text);
  return [
    h("h1", null, info.title), h("p", { class: "lead" }, info.description),
    h("p", null, "Changes by cookie carry the header ", code("x-houseway-csrf"), " with the session's second token; ",
      "programs send ", code("Authorization: Bearer …"), " instead."),
    tags.map(({ name, description }) => h("section", { class: "docs", key: name },
      h("h2", null, `${capital(name)}: ${description ?? ""}`),
      all.filter(([, , about]) => about.tags?.includes(name)).map((one) => operation(...one)))),
    h("section", { class: "docs", key: "schemas" }, h("h2", null, "What is sent"),
      Object.entries(components?.schemas ?? {}).map((one) => schema(...one))),
  ];
}

const main = document.getElementById("main");
try {
  const answer = await fetch("/api/docs/openapi.json");
  draw(main, page(await answer.json()));
  const open = () => document.getElementById(location.hash.slice(1))?.setAttribute("open", "");
  window.addEventListener("hashchange", open);
  open();
} catch (error) {
  draw(main, h("p", { class: "alarm" }, `The description cannot be read: ${error.message}`));
}
