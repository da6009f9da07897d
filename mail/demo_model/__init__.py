"""A small rule-based model that needs no key and no network, so that a fresh install can be tried at once.

It knows only what a model knows: the conversation and the tools it is offered. From these it delegates
weather and arithmetic questions, uses actions, gathers answers and completes tasks. The same conversation
always gets the same answer. Its name towards LiteLLM is `demo/assistant`.
"""
